// The naming of one class in a mapping: the methods and fields that share a new name, with their lines
// and annotations. Both kinds of mapping, text and index, provide this; the engine uses no other form.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/retrace/line_range.h"

namespace symkit::retrace {

// A method or field as in its source. Views are valid as long as the group that contains them.
struct Signature {
  std::string_view return_type;  // or the type of a field
  std::string_view holder;       // the class it was moved from; empty: the class of the group
  std::string_view name;
  std::string_view arguments;  // "int,java.lang.String"; for a method
};

// "rewriteFrame": if an exception of this class (by its name in the program) was thrown, this many of the
// innermost frames were created by the compiler.
struct RewriteFrame {
  std::vector<std::string> thrown;  // the exception must be all of these; dotted names
  std::int32_t remove_inner = 0;
};

// "outlineCallsite": pairs of a line in the outline and the line that it means for this call.
using CallsitePositions = std::vector<std::pair<std::int32_t, std::int32_t>>;

inline constexpr std::uint32_t none = UINT32_MAX;

// A line of the mapping about a method.
struct MappedRange {
  std::optional<LineRange> minified;
  std::optional<LineRange> original;
  std::uint32_t signature = 0;
  std::uint32_t member = none;   // the method, identified by its signature in the program
  std::uint32_t rewrite = none;  // number in the group
  std::uint32_t callsite = none;
  bool synthesized = false;
  bool outline = false;

  bool is_synthesized() const { return synthesized || outline; }
};

// A method of the program: annotations on any of its lines apply to all of them.
struct Member {
  std::uint32_t signature = 0;
  bool synthesized = false;
  bool outline = false;

  bool is_synthesized() const { return synthesized || outline; }
};

// How much of a signature is needed: types are shown only on request, or to distinguish overloads.
enum class Detail { Names, Types };

// Reads the texts of a signature on demand: most in a group are never shown.
class SignatureSource {
 public:
  SignatureSource() = default;
  SignatureSource(const SignatureSource&) = delete;
  SignatureSource& operator=(const SignatureSource&) = delete;
  virtual ~SignatureSource() = default;
  virtual const Signature& signature(std::uint32_t number, Detail detail) = 0;
};

class GroupLines;

// All methods of a class with one name in the program, in the order of the mapping.
struct MethodGroup {
  std::vector<MappedRange> ranges;
  std::vector<Member> members;
  std::vector<RewriteFrame> rewrites;
  std::vector<CallsitePositions> callsites;
  SignatureSource* signatures = nullptr;
  mutable std::shared_ptr<const GroupLines> lines;  // for a large group that was used
};

}  // namespace symkit::retrace

// What a mapping says of one class: the methods and fields that share a new name, with their lines and
// annotations. Both kinds of mapping, text and index, give this; the engine knows no other form.
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

// A method or field as its source had it. Views live as long as the group that holds them.
struct Signature {
  std::string_view return_type;  // or the type of a field
  std::string_view holder;       // the class it was moved from; empty: the class of the group
  std::string_view name;
  std::string_view arguments;  // "int,java.lang.String"; of a method
};

// "rewriteFrame": where an exception of this class (as the program calls it) was thrown, so many of the
// innermost frames are the compiler's doing.
struct RewriteFrame {
  std::vector<std::string> thrown;  // all of them must be the exception; dotted names
  std::int32_t remove_inner = 0;
};

// "outlineCallsite": the line within the outline, and the line that it stands for at this call.
using CallsitePositions = std::vector<std::pair<std::int32_t, std::int32_t>>;

inline constexpr std::uint32_t none = UINT32_MAX;

// One line of the mapping about a method.
struct MappedRange {
  std::optional<LineRange> minified;
  std::optional<LineRange> original;
  std::uint32_t signature = 0;
  std::uint32_t member = none;   // whose lines these are, by the signature that the program has
  std::uint32_t rewrite = none;  // among the group's
  std::uint32_t callsite = none;
  bool synthesized = false;
  bool outline = false;

  bool is_synthesized() const { return synthesized || outline; }
};

// A method of the program: what was annotated on any line of it holds for all of them.
struct Member {
  std::uint32_t signature = 0;
  bool synthesized = false;
  bool outline = false;

  bool is_synthesized() const { return synthesized || outline; }
};

// How much of a signature is wanted: types are shown only where asked for, or to tell overloads apart.
enum class Detail { Names, Types };

// Reads the texts of a signature when somebody wants them: most of a group's are never shown.
class SignatureSource {
 public:
  SignatureSource() = default;
  SignatureSource(const SignatureSource&) = delete;
  SignatureSource& operator=(const SignatureSource&) = delete;
  virtual ~SignatureSource() = default;
  virtual const Signature& signature(std::uint32_t number, Detail detail) = 0;
};

class GroupLines;

// All methods of a class that the program calls by one name, in the order of the mapping.
struct MethodGroup {
  std::vector<MappedRange> ranges;
  std::vector<Member> members;
  std::vector<RewriteFrame> rewrites;
  std::vector<CallsitePositions> callsites;
  SignatureSource* signatures = nullptr;
  mutable std::shared_ptr<const GroupLines> lines;  // of a large group that was asked
};

}  // namespace symkit::retrace

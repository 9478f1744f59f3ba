// Reads all that a mapping says of one class. Which lines belong together, and to which method an annotation
// belongs, follows the reader of R8, on which what R8 writes is tried.
#pragma once

#include <cstddef>
#include <expected>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "answers/retrace/annotation.h"
#include "answers/retrace/mapping_line.h"
#include "answers/retrace/naming.h"

namespace symkit::retrace {

class ReadGroup : public MethodGroup, public SignatureSource {
 public:
  explicit ReadGroup(std::string_view name) : name_(name) { MethodGroup::signatures = this; }
  const Signature& signature(std::uint32_t number, Detail) override { return texts_[number]; }

  std::string_view name() const { return name_; }
  const std::vector<Signature>& texts() const { return texts_; }

 private:
  friend class ClassReader;

  std::string_view name_;
  std::vector<Signature> texts_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

struct ReadField {
  std::string_view name;
  Signature signature;
};

// An annotation that was passed over.
struct Remark {
  std::size_t line = 0;  // counted from the line that names the class
  std::string text;
};

// Lists, because what is in them stays where it is and an empty one costs nothing.
struct ReadClass {
  std::list<ReadGroup> methods;  // in the order of their first lines
  std::vector<ReadField> fields;
  std::optional<std::string> source_file;
  std::unordered_map<std::string_view, ReadGroup*> method_by_name;
  std::list<std::string> owned;  // what is not in the mapping as it shall be
  std::vector<Remark> remarks;
  bool has_newer_annotations = false;
};

// `body` is what follows the line that names the class. An error is told with its place within `body`.
std::expected<ReadClass, LineError> read_class_body(std::string_view body, MapVersion version);

// Only the source file, which stands before all members.
std::optional<std::string> read_source_file(std::string_view body, MapVersion version);

}  // namespace symkit::retrace

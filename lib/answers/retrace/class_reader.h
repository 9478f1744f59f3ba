// Reads everything that a mapping has about one class. It groups lines, and assigns annotations to
// methods, as the reader in R8 does, which is what R8's output is tested with.
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
#include "ground/base/number_table.h"

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

// An annotation that was ignored.
struct Remark {
  std::size_t line = 0;  // counted from the line with the class's name
  std::string text;
};

// Lists, because their elements do not move and empty ones cost nothing.
struct ReadClass {
  // The methods of this name; null: there are none.
  ReadGroup* methods_of(std::string_view name) const;

  std::list<ReadGroup> methods;  // in the order of their first lines
  std::vector<ReadField> fields;
  std::optional<std::string> source_file;
  std::vector<ReadGroup*> method_numbers;
  NumberTable method_by_name;
  std::list<std::string> owned;  // strings that are not in the mapping in the form needed
  std::vector<Remark> remarks;
  bool has_newer_annotations = false;
};

// `body` follows the line with the class's name. An error has its place within `body`.
std::expected<ReadClass, LineError> read_class_body(std::string_view body, MapVersion version);

// Reads only the source file, which comes before all members.
std::optional<std::string> read_source_file(std::string_view body, MapVersion version);

}  // namespace symkit::retrace

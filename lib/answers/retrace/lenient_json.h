// JSON as annotations of mappings have it: names and strings in double quotes, single quotes or none, as the
// reader of R8 accepts them. Small values only; what is nested too deep is refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace symkit::retrace {

struct LenientValue {
  enum class Kind { Text, Array, Object };  // numbers and true, false, null are texts, too

  Kind kind = Kind::Text;
  std::string text;
  std::vector<LenientValue> items;  // of an array, or the values of an object
  std::vector<std::string> names;   // of an object: that of each item

  const LenientValue* find(std::string_view name) const;
  // The text of a member that is one.
  std::optional<std::string_view> text_of(std::string_view name) const;
};

// The value that `text` is, with nothing but white space behind it.
std::optional<LenientValue> read_lenient_json(std::string_view text);

}  // namespace symkit::retrace

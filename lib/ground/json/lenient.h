// JSON in the annotations of mappings: names and strings in double quotes, single quotes or none, as R8's
// reader accepts them. For small values; what is nested too deeply is refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace symkit::json {

struct LenientValue {
  enum class Kind { Text, Array, Object };  // numbers, true, false and null are Text, too

  Kind kind = Kind::Text;
  std::string text;
  std::vector<LenientValue> items;  // of an array, or an object's values
  std::vector<std::string> names;   // of an object: the name of each item

  const LenientValue* find(std::string_view name) const;
  // The text of a member, if it is one.
  std::optional<std::string_view> text_of(std::string_view name) const;
};

// Parses the text as one value, with only white space after it.
std::optional<LenientValue> read_lenient(std::string_view text);

}  // namespace symkit::json

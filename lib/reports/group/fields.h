// Lines of fields separated by tabs, as in our own files. A text that contains tabs and line ends is read
// back as it was.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "ground/base/whole_number.h"

namespace symkit::group {

void append_field(std::string& out, std::string_view text);
void append_field(std::string& out, std::uint64_t number);

// Writes the fields as a line, with its line end.
template <class... Fields>
void append_row(std::string& out, std::string_view what, const Fields&... fields) {
  out += what;
  (append_field(out, fields), ...);
  out += '\n';
}

// Reads field by field and remembers whether one was missing or not a number.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}

  std::string text();
  template <std::unsigned_integral Number>
  Number number() {
    const auto value = whole_number<std::uint64_t>(next());
    if (!value || *value > static_cast<Number>(-1)) good_ = false;
    return static_cast<Number>(value.value_or(0));
  }
  // Whether all requested fields were there, and nothing else.
  bool were_all() const { return good_ && is_over_; }

 private:
  std::string_view next();

  std::string_view rest_;
  bool is_over_ = false;
  bool good_ = true;
};

}  // namespace symkit::group

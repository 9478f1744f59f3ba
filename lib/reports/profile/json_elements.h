// Iterates over the elements of a JSON array, as written. The text was parsed before and is valid: a
// table of a million numbers needs no tree.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace symkit::profile {

class JsonElements {
 public:
  // `array`: from bracket to bracket.
  explicit JsonElements(std::string_view array) : array_(array) {}

  std::optional<std::string_view> next();

 private:
  char here() const { return at_ < array_.size() ? array_[at_] : ']'; }
  void skip_blanks();
  void skip_string();
  void skip_nested();

  std::string_view array_;
  std::size_t at_ = 1;
};

std::vector<std::string_view> elements_of(std::string_view array);

// Anything but a number, mostly null, is `no_number`; fractions are rounded.
inline constexpr std::int64_t no_number = INT64_MIN;
std::int64_t number_of(std::string_view element);
// A number with its fraction, times `factor`, rounded; 0 if it is not a number or too large.
std::int64_t number_times(std::string_view element, std::int64_t factor);
std::vector<std::int64_t> numbers_of(std::string_view array);

// The content of a string that is written with its quotes.
std::string text_of(std::string_view element);

}  // namespace symkit::profile

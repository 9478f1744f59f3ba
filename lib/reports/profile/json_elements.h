// The elements of an array of JSON one after the other, as they are written. The text was parsed before, and
// is known to be right: a table of a million numbers needs no tree.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace symkit::profile {

class JsonElements {
 public:
  // `array`: from its bracket to its bracket.
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

// What is no number, null above all, is `no_number`; fractions are rounded.
inline constexpr std::int64_t no_number = INT64_MIN;
std::int64_t number_of(std::string_view element);
// A number with its fraction, times `factor`, rounded; 0 for what is none or too large.
std::int64_t number_times(std::string_view element, std::int64_t factor);
std::vector<std::int64_t> numbers_of(std::string_view array);

// What a string says that is written with its quotes.
std::string text_of(std::string_view element);

}  // namespace symkit::profile

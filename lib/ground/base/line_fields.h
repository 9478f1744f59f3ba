// A line, field by field: words separated by single blanks, numbers without 0x, as in Breakpad's symbol
// files. A field that does not fit fails permanently, so a line can be read completely and checked once.
#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>

namespace symkit {

class LineFields {
 public:
  explicit LineFields(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}

  bool failed() const { return failed_; }
  bool at_end() const { return at_ == end_; }

  // Whether the line continues with this word, which is then skipped.
  bool word(std::string_view text) {
    if (!rest().starts_with(text)) return false;
    const char* behind = at_ + text.size();
    if (behind != end_ && *behind != ' ') return false;
    at_ = behind == end_ ? end_ : behind + 1;
    return true;
  }

  std::uint64_t hex() { return number<std::uint64_t>(16); }
  std::uint32_t decimal() { return number<std::uint32_t>(10); }

  std::string_view text() {
    const std::size_t size = rest().find(' ');
    if (size == std::string_view::npos) return take_rest();
    const std::string_view found = rest().substr(0, size);
    at_ += size + 1;
    return found;
  }

  // Everything to the end of the line, including blanks; may be empty.
  std::string_view take_rest() {
    const std::string_view found = rest();
    at_ = end_;
    return found;
  }

 private:
  std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }

  template <class T>
  T number(int base) {
    T value = 0;
    const auto [behind, error] = std::from_chars(at_, end_, value, base);
    const bool ends_here = error == std::errc() && (behind == end_ || *behind == ' ');
    if (!ends_here) failed_ = true;
    at_ = !ends_here || behind == end_ ? end_ : behind + 1;
    return value;
  }

  const char* at_;
  const char* end_;
  bool failed_ = false;
};

}  // namespace symkit

// Limits the total length of the demangled names in a text: a name of a hundred letters can expand to
// megabytes, and a log may have thousands of them. The allowance grows with the text that is read; once
// it is used up, names stay as they are. Names of real programs become three times as long, hardly ever
// twenty times.
#pragma once

#include <cstddef>
#include <cstdint>

namespace symkit::demangle {

class Allowance {
 public:
  // For this much more of the text.
  void earn(std::size_t read) { left_ += static_cast<std::int64_t>(read) * for_a_letter; }
  void spend(std::size_t written) { left_ -= static_cast<std::int64_t>(written); }
  bool used_up() const { return left_ <= 0; }

 private:
  static constexpr std::int64_t for_a_letter = 64;
  static constexpr std::int64_t at_first = 1024 * 1024;

  std::int64_t left_ = at_first;
};

}  // namespace symkit::demangle

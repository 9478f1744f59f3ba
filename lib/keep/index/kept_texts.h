// Copies of texts that must stay in place. They are stored side by side, so that reading all of them
// touches no more memory than they take, and the pages they came from may leave memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace symkit::index {

class KeptTexts {
 public:
  std::string_view keep(std::string_view text) {
    if (text.size() > left_) add_chunk(text.size());
    char* const begin = next_;
    next_ = std::ranges::copy(text, next_).out;
    left_ -= text.size();
    return {begin, text.size()};
  }

 private:
  // Pages that are not written to use no memory.
  static constexpr std::size_t usual = std::size_t{1} << 20;

  void add_chunk(std::size_t least) {
    left_ = std::max(usual, least);
    next_ = chunks_.emplace_back(std::make_unique_for_overwrite<char[]>(left_)).get();
  }

  std::vector<std::unique_ptr<char[]>> chunks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace symkit::index

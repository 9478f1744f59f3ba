// Copies of texts that stay where they are. They lie side by side, so that to go through all of them touches
// no more memory than they take: where they came from may leave it.
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
  // What of it is not written to takes no memory.
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

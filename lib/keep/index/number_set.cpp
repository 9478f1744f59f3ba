#include "keep/index/number_set.h"

namespace symkit::index {

template <class Take>
void NumberSet::each_filled(const Take& take) {
  for (std::size_t at = 0; at < filled_.size(); ++at)
    for (std::uint64_t left = filled_[at]; left != 0; left &= left - 1)
      take(at * 64 + static_cast<std::size_t>(std::countr_zero(left)));
}

void NumberSet::start(std::size_t count) {
  each_filled([this](std::size_t word) { words_[word] = {}; });
  filled_.assign((count + 4095) / 4096, 0);
  words_.resize((count + 63) / 64);
  count_ = count;
  all_.clear();
}

void NumberSet::settle() {
  all_.clear();
  each_filled([this](std::size_t word) {
    words_[word].before = static_cast<std::uint32_t>(all_.size());
    for (std::uint64_t left = words_[word].bits; left != 0; left &= left - 1)
      all_.push_back(
          static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(left))));
  });
}

}  // namespace symkit::index

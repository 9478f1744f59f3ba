// The formats that want to see a line: a small set of their numbers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace symkit::crashlog {

class Takers {
 public:
  static constexpr std::size_t most = 128;

  static Takers all() {
    Takers takers;
    takers.words_.fill(~std::uint64_t{0});
    return takers;
  }

  void add(std::size_t taker) { words_.at(taker / 64) |= std::uint64_t{1} << taker % 64; }
  bool any() const { return (words_[0] | words_[1]) != 0; }
  Takers& operator|=(const Takers& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }

  // The lowest at or after `from`; `most` if there is none.
  std::size_t next(std::size_t from) const {
    for (std::size_t word = from / 64; word < words_.size(); ++word) {
      const std::uint64_t left = word == from / 64 ? words_[word] >> from % 64 << from % 64 : words_[word];
      if (left != 0) return word * 64 + static_cast<std::size_t>(std::countr_zero(left));
    }
    return most;
  }

 private:
  std::array<std::uint64_t, most / 64> words_{};
};

}  // namespace symkit::crashlog

// The numbers of a table that a part of an index uses, mapped to numbers in the part: in the same order,
// without gaps. Made for many small parts of a large table in turn: emptying takes only as long as
// filling did.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace symkit::index {

class NumberSet {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  // For a table with `count` entries; the old content is dropped.
  void start(std::size_t count);
  // A number that is not in the table is ignored.
  void add(std::uint32_t number) {
    const std::size_t word = number / 64;
    if (number >= count_) return;
    if (words_[word].bits == 0) filled_[word / 64] |= std::uint64_t{1} << word % 64;
    words_[word].bits |= std::uint64_t{1} << number % 64;
  }
  // To be called before the queries.
  void settle();
  const std::vector<std::uint32_t>& all() const { return all_; }
  // The number in the part; none if it was not added.
  std::uint32_t of(std::uint32_t number) const {
    if (number >= count_) return none;
    const Word& word = words_[number / 64];
    const std::uint64_t bit = std::uint64_t{1} << number % 64;
    return (word.bits & bit) == 0
               ? none
               : word.before + static_cast<std::uint32_t>(std::popcount(word.bits & (bit - 1)));
  }

 private:
  struct Word {
    std::uint64_t bits = 0;
    std::uint32_t before = 0;  // how many numbers are in the words before this one
  };
  template <class Take>
  void each_filled(const Take& take);

  std::size_t count_ = 0;
  std::vector<Word> words_;
  std::vector<std::uint64_t> filled_;  // a bit for each word that is not empty
  std::vector<std::uint32_t> all_;
};

}  // namespace symkit::index

// Which of many symbols decide what is at some addresses. Two rounds: note() all that may_matter(), then
// keep those for which is_one() is true.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ground/base/address.h"

namespace symkit::container {

class NearbySymbols {
 public:
  // For the addresses from `first` to `last`, inclusive.
  NearbySymbols(FileAddress first, FileAddress last) : first_(first.value), last_(last.value) {}

  // Whether a symbol that begins there may be as near as those noted so far: one comparison, as nearly all
  // are not.
  bool may_matter(std::uint64_t begin) const { return begin - code_before_ < code_after_ - code_before_; }
  void note(std::uint64_t begin, bool in_code) {
    if (begin <= first_) {
      before_ = std::max(before_, begin);
      if (in_code) code_before_ = std::max(code_before_, begin);
    } else if (begin > last_) {
      after_ = std::min(after_, begin);
      if (in_code) code_after_ = std::min(code_after_, begin);
    }
  }

  // The addresses for which the same ones decide.
  std::uint64_t begin() const { return before_; }
  std::uint64_t end() const { return after_; }

  // Whether is_one() may be true: without branches, as this is random.
  bool may_be_one(std::uint64_t begin, std::uint64_t size) const {
    const bool is_between = begin - code_before_ <= code_after_ - code_before_;
    const bool reaches = (begin < before_) & ((begin + size > before_) | (begin + size < begin));
    return is_between | reaches;
  }
  // Those between, the nearest before and after of all and of those in code, and those that reach over the
  // nearest before.
  bool is_one(std::uint64_t begin, std::uint64_t size) const {
    if (begin >= before_ && begin <= after_) return true;
    if (begin == code_before_ || begin == code_after_) return true;
    return begin < before_ && (begin + size > before_ || begin + size < begin);
  }

 private:
  std::uint64_t first_, last_;
  std::uint64_t before_ = 0, after_ = UINT64_MAX;            // the nearest; one at first_ is before it
  std::uint64_t code_before_ = 0, code_after_ = UINT64_MAX;  // the nearest in code
};

}  // namespace symkit::container

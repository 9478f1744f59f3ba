// The entries of a table that a part of an index uses: mapped to smaller numbers, in the same order.
#pragma once

#include <cstdint>
#include <vector>

#include "ground/base/result.h"
#include "keep/index/strings.h"

namespace symkit::index {

class Numbering {
 public:
  // A number in the complete index. One that is too large for any table is replaced by one that does not
  // exist, either.
  void add(std::uint64_t number) {
    all_.push_back(number < UINT32_MAX ? static_cast<std::uint32_t>(number) : UINT32_MAX);
  }
  // To be called before numbers of the part are looked up.
  void settle();

  const std::vector<std::uint32_t>& all() const { return all_; }
  // The number in the part; a number that does not exist if it was not added.
  std::uint32_t of(std::uint64_t number) const;
  bool has(std::uint64_t number) const { return of(number) < all_.size(); }

  // Copies strings from the complete table. An error: they are larger than any part.
  Result<EncodedStrings> strings_of(const StringTable& table) const;

 private:
  std::vector<std::uint32_t> all_;
};

}  // namespace symkit::index

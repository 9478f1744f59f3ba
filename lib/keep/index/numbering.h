// What a part of an index uses of a table of the whole: the same things under smaller numbers, in their
// order.
#pragma once

#include <cstdint>
#include <vector>

#include "ground/base/result.h"
#include "keep/index/strings.h"

namespace symkit::index {

class Numbering {
 public:
  // A number in the whole. One that is too large for any table is as good as any other that is not there.
  void add(std::uint64_t number) {
    all_.push_back(number < UINT32_MAX ? static_cast<std::uint32_t>(number) : UINT32_MAX);
  }
  // Before the numbers of the part are asked for.
  void settle();

  const std::vector<std::uint32_t>& all() const { return all_; }
  // The number in the part; one that is not there where it was not added.
  std::uint32_t of(std::uint64_t number) const;
  bool has(std::uint64_t number) const { return of(number) < all_.size(); }

  // As the whole's table has them. An error: they are larger than any part.
  Result<EncodedStrings> strings_of(const StringTable& table) const;

 private:
  std::vector<std::uint32_t> all_;
};

}  // namespace symkit::index

// Copies the data on shared code and calls for a part of an index. Members keep their numbers from the
// complete index, because parts refer to functions whose code is in another part.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "keep/index/piece_copier.h"

namespace symkit::index {

class FoldingCopier {
 public:
  // `members`: the index of members, null if they are all equal to the others, which `pieces` has.
  FoldingCopier(const NativeIndex& index, const NativeIndex* members, PieceCopier& pieces);

  // Adds the calls that return into the last piece added, or to its end.
  void add_calls(std::uint64_t begin, std::uint64_t end);
  // Adds the ranges that touch [begin, end). False if the index is damaged.
  bool add_ranges(ImageOffset begin, ImageOffset end);

  // Writes the content together with what was added.
  std::vector<std::uint8_t> write(NativeContent content);

 private:
  bool add_range(const Folding::Range& range);
  bool add_own(const Folding::Range& range, ImageOffset own);

  const NativeIndex& index_;
  const NativeIndex* members_;
  PieceCopier& pieces_;
  PieceCopier own_;
  std::vector<FoldedRange> ranges_;
  std::vector<FoldedJump> jumps_;
  std::uint32_t first_ = 0;  // the first member's number
  FoldedNumbers numbers_;    // of the members that are called
  std::string text_;
};

}  // namespace symkit::index

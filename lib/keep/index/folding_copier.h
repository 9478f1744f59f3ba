// What an index knows of functions that share code, and of where its functions call, for a part of it.
// Members keep the numbers that they have in the whole: one part speaks of functions whose code is in
// another.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "keep/index/piece_copier.h"

namespace symkit::index {

class FoldingCopier {
 public:
  // `members`: what functions that share code have of their own, null where none differ. `pieces` has the
  // others.
  FoldingCopier(const NativeIndex& index, const NativeIndex* members, PieceCopier& pieces);

  // Those that return into the piece that was added last, or to its end.
  void add_calls(std::uint64_t begin, std::uint64_t end);
  // The ranges that touch [begin, end). False where the index is damaged.
  bool add_ranges(ImageOffset begin, ImageOffset end);

  // With what was added.
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
  std::uint32_t first_ = 0;  // member
  FoldedNumbers numbers_;    // of the members that are called
  std::string text_;
};

}  // namespace symkit::index

// Makes an index of a part of an index: a shared store provides these for a range of addresses or of
// names.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ground/base/result.h"
#include "keep/index/block_copier.h"
#include "keep/index/native_index.h"

namespace symkit::index {

// Makes any number of slices of one index, each in time proportional to its own size.
class Slicer {
 public:
  explicit Slicer(const NativeIndex& index);

  // The functions that touch [begin, end), complete, with only the strings they use. Lookups within the
  // range give the same results as in the complete index.
  Result<std::vector<std::uint8_t>> slice(ImageOffset begin, ImageOffset end) const;
  // The same for complete blocks, in a fraction of the time.
  Result<std::vector<std::uint8_t>> slice_of_blocks(std::size_t first, std::size_t count) const;

  // Every name by which a function is found, sorted by bytes.
  const std::vector<FunctionName>& names() const { return by_name_; }
  // Some of these names, as an index without addresses, and where functions with these names are.
  std::vector<std::uint8_t> slice_of_names(std::size_t first, std::size_t count) const;

 private:
  template <class Copier>
  void add_trampolines(ImageOffset begin, ImageOffset end, Copier& copier) const;
  ImageOffset begin_of(std::size_t block) const;
  bool is_folded(ImageOffset begin, ImageOffset end) const;

  const NativeIndex& index_;
  Result<std::optional<NativeIndex>> members_ = std::nullopt;  // those that share code, if different
  std::vector<FunctionName> by_name_;
  std::vector<FunctionName> by_begin_;
};

}  // namespace symkit::index

// A part of an index that is itself an index: what a shared store hands out for a range of addresses, or for
// a range of names.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ground/base/result.h"
#include "keep/index/block_copier.h"
#include "keep/index/native_index.h"

namespace symkit::index {

// Any number of slices of one index, each in the time that its own size takes.
class Slicer {
 public:
  explicit Slicer(const NativeIndex& index);

  // The functions that touch [begin, end), whole, with the strings they use and nothing else. Answers within
  // the range are those of the whole index.
  Result<std::vector<std::uint8_t>> slice(ImageOffset begin, ImageOffset end) const;
  // The same of whole blocks, in a fraction of the time.
  Result<std::vector<std::uint8_t>> slice_of_blocks(std::size_t first, std::size_t count) const;

  // Every name by which a function is found, in the order of the names' bytes.
  const std::vector<FunctionName>& names() const { return by_name_; }
  // Some of them, as an index that knows no address, and where functions of these names are.
  std::vector<std::uint8_t> slice_of_names(std::size_t first, std::size_t count) const;

 private:
  template <class Copier>
  void add_trampolines(ImageOffset begin, ImageOffset end, Copier& copier) const;
  ImageOffset begin_of(std::size_t block) const;
  bool is_folded(ImageOffset begin, ImageOffset end) const;

  const NativeIndex& index_;
  Result<std::optional<NativeIndex>> members_ = std::nullopt;  // of functions that share code, if they differ
  std::vector<FunctionName> by_name_;
  std::vector<FunctionName> by_begin_;
};

Result<std::vector<std::uint8_t>> slice_native(const NativeIndex& index, ImageOffset begin, ImageOffset end);

}  // namespace symkit::index

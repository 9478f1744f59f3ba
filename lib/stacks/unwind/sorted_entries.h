// The sorted list of functions that linkers write (.eh_frame_hdr): where each begins, and where its entry is.
#pragma once

#include <cstdint>
#include <optional>

#include "ground/base/bytes.h"

namespace symkit::unwind {

// The bytes must outlive it.
class SortedEntries {
 public:
  SortedEntries() = default;
  // `address`: where the list is in the image.
  SortedEntries(Bytes list, std::uint64_t address, Endian endian, unsigned address_size);

  // Where the section with the entries begins. Nothing if the list does not say.
  std::optional<std::uint64_t> section() const { return section_; }
  // False if it is not the kind of list that linkers write: nothing can be found by it.
  bool has_rows() const { return !rows_.empty(); }
  // Where the entry is of the last function that does not begin after the address.
  std::optional<std::uint64_t> entry_of(std::uint64_t address) const;

 private:
  std::uint64_t at(std::size_t offset) const;

  Bytes rows_;  // 4 bytes each for where a function and its entry are
  std::uint64_t address_ = 0;
  Endian endian_ = Endian::Little;
  std::optional<std::uint64_t> section_;
};

}  // namespace symkit::unwind

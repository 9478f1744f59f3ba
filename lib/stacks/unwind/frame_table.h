// Finds the entry of an image's unwind tables for a place in its code.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "stacks/unwind/frame_entry.h"
#include "stacks/unwind/table.h"

namespace symkit::unwind {

// The sorted list of functions that linkers write (.eh_frame_hdr).
struct SortedEntries {
  Bytes data;
  std::uint64_t address = 0;
};

// Where the section with the entries begins, relative to where the list is. Nothing if the list does not
// say.
std::optional<std::uint64_t> section_of(const SortedEntries& sorted, Endian endian, unsigned address_size);

// The bytes must outlive it.
class FrameTable final : public Table {
 public:
  FrameTable(const FrameSection& section, const SortedEntries& sorted);

  // Nothing if no function there has an entry. Addresses are the file's.
  std::optional<FrameEntry> find(std::uint64_t address) const;
  std::optional<Step> step(const CodePoint& point, const Surroundings& where) const override;
  std::optional<FixedStep> fixed_step(const CodePoint& point, const Processor& processor) const override;
  bool has_function(std::uint64_t address) const override { return find(address).has_value(); }
  void store(StoredDraft& draft) const override;

 private:
  struct Listed {
    std::uint64_t begin = 0;
    std::uint64_t offset = 0;  // of its entry
  };

  // `offset`: of the entry in the section.
  void each_entry(const std::function<void(const FrameEntry&, std::uint64_t offset)>& take) const;
  bool use_sorted(const SortedEntries& sorted);
  std::optional<std::uint64_t> offset_in_sorted(std::uint64_t address) const;
  std::optional<std::uint64_t> offset_in_list(std::uint64_t address) const;
  void list_all() const;

  FrameSection section_;
  Bytes rows_;  // of the sorted list: 4 bytes each for where a function and its entry are
  std::uint64_t rows_address_ = 0;
  mutable std::once_flag listed_;
  mutable std::vector<Listed> list_;
};

}  // namespace symkit::unwind

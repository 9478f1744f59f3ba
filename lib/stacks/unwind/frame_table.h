// Finds the entry of an image's unwind tables for a place in its code.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "stacks/unwind/frame_entry.h"
#include "stacks/unwind/sorted_entries.h"
#include "stacks/unwind/table.h"

namespace symkit::unwind {

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
  std::optional<std::uint64_t> offset_in_sorted(std::uint64_t address) const;
  std::optional<std::uint64_t> offset_in_list(std::uint64_t address) const;
  void list_all() const;

  FrameSection section_;
  SortedEntries sorted_;
  mutable std::once_flag listed_;
  mutable std::vector<Listed> list_;
};

}  // namespace symkit::unwind

#include "stacks/unwind/frame_table.h"

#include <algorithm>

#include "stacks/unwind/frame_rules.h"
#include "stacks/unwind/frame_step.h"
#include "stacks/unwind/stored_draft.h"

namespace symkit::unwind {

FrameTable::FrameTable(const FrameSection& section, const SortedEntries& sorted)
    : section_(section), sorted_(sorted) {}

std::optional<std::uint64_t> FrameTable::offset_in_sorted(std::uint64_t address) const {
  const auto entry = sorted_.entry_of(address);
  if (!entry) return std::nullopt;
  return *entry - section_.address;
}

// In the order of the section.
void FrameTable::each_entry(const std::function<void(const FrameEntry&, std::uint64_t offset)>& take) const {
  for (std::uint64_t offset = 0;;) {
    const auto record = read_record(section_, offset);
    if (!record) break;
    if (record->entry && record->entry->begin != record->entry->end) take(*record->entry, offset);
    offset = record->next;
  }
}

void FrameTable::list_all() const {
  each_entry(
      [this](const FrameEntry& entry, std::uint64_t offset) { list_.push_back({entry.begin, offset}); });
  std::ranges::stable_sort(list_, {}, &Listed::begin);
}

std::optional<std::uint64_t> FrameTable::offset_in_list(std::uint64_t address) const {
  std::call_once(listed_, [this] { list_all(); });
  const auto behind = std::ranges::upper_bound(list_, address, {}, &Listed::begin);
  if (behind == list_.begin()) return std::nullopt;
  return std::prev(behind)->offset;
}

std::optional<FrameEntry> FrameTable::find(std::uint64_t address) const {
  const auto offset = sorted_.has_rows() ? offset_in_sorted(address) : offset_in_list(address);
  return offset ? entry_at(section_, *offset, address) : std::nullopt;
}

void FrameTable::store(StoredDraft& draft) const {
  each_entry([&](const FrameEntry& entry, std::uint64_t) {
    draft.begin({entry.begin, entry.end, entry.return_register, entry.is_signal_frame});
    draft.end(each_rules(entry,
                         [&](std::uint64_t address, const FrameRules& rules) { draft.add(address, rules); }));
  });
}

std::optional<Step> FrameTable::step(const CodePoint& point, const Surroundings& where) const {
  const auto entry = find(point.address);
  const auto rules = entry ? rules_at(*entry, point.address) : std::nullopt;
  if (!rules) return std::nullopt;
  return Step{caller_by_rules(*rules, entry->return_register, where), entry->is_signal_frame};
}

std::optional<FixedStep> FrameTable::fixed_step(const CodePoint& point, const Processor& processor) const {
  const auto entry = find(point.address);
  const auto rules = entry ? rules_at(*entry, point.address) : std::nullopt;
  auto step = rules ? fixed_step_of(*rules, entry->return_register, processor) : std::nullopt;
  if (step) step->is_interrupted = entry->is_signal_frame;
  return step;
}

}  // namespace symkit::unwind

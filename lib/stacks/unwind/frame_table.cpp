#include "stacks/unwind/frame_table.h"

#include <algorithm>

#include "ground/base/cursor.h"
#include "stacks/unwind/encoded_pointer.h"
#include "stacks/unwind/frame_rules.h"
#include "stacks/unwind/frame_step.h"
#include "stacks/unwind/stored_draft.h"

namespace symkit::unwind {
namespace {

constexpr std::uint8_t from_table_in_4_bytes = 0x3b;
constexpr std::size_t row_size = 8;

struct ListHead {
  std::uint8_t of_rows = 0;  // their encoding
  std::uint64_t section = 0;
  std::uint64_t count = 0;
};

std::optional<ListHead> read_list_head(Cursor& at, const SortedEntries& sorted, unsigned address_size) {
  constexpr std::uint8_t version = 1;
  if (at.u8() != version) return std::nullopt;
  const std::uint8_t of_section = at.u8(), of_count = at.u8();
  ListHead head{.of_rows = at.u8()};
  if (at.failed() || of_section == no_pointer || of_count == no_pointer) return std::nullopt;
  const PointerBases bases{.section = sorted.address, .data = sorted.address};
  const auto section = read_pointer(at, of_section, address_size, bases);
  const auto count = read_pointer(at, of_count, address_size, bases);
  if (!section || !count) return std::nullopt;
  head.section = *section;
  head.count = *count;
  return head;
}

std::uint64_t offset_from(std::uint64_t base, Bytes rows, std::size_t at, Endian endian) {
  const auto value = static_cast<std::int32_t>(Cursor(rows, endian, at).u32());
  return base + static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

}  // namespace

std::optional<std::uint64_t> section_of(const SortedEntries& sorted, Endian endian, unsigned address_size) {
  Cursor at(sorted.data, endian);
  const auto head = read_list_head(at, sorted, address_size);
  return head ? std::optional(head->section) : std::nullopt;
}

FrameTable::FrameTable(const FrameSection& section, const SortedEntries& sorted) : section_(section) {
  if (!use_sorted(sorted)) rows_ = {};
}

bool FrameTable::use_sorted(const SortedEntries& sorted) {
  Cursor at(sorted.data, section_.endian);
  const auto head = read_list_head(at, sorted, section_.address_size);
  if (!head || head->of_rows != from_table_in_4_bytes || head->count > at.remaining() / row_size)
    return false;
  rows_ = at.bytes(head->count * row_size);
  rows_address_ = sorted.address;
  return true;
}

std::optional<std::uint64_t> FrameTable::offset_in_sorted(std::uint64_t address) const {
  std::size_t first = 0, count = rows_.size() / row_size;
  while (count > 0) {
    const std::size_t half = count / 2;
    const std::uint64_t begin = offset_from(rows_address_, rows_, (first + half) * row_size, section_.endian);
    if (begin <= address) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  if (first == 0) return std::nullopt;
  const std::size_t row = (first - 1) * row_size;
  return offset_from(rows_address_, rows_, row + 4, section_.endian) - section_.address;
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
  const auto offset = rows_.empty() ? offset_in_list(address) : offset_in_sorted(address);
  if (!offset) return std::nullopt;
  auto record = read_record(section_, *offset);
  // Gaps belong to nobody.
  if (!record || !record->entry) return std::nullopt;
  const bool holds = record->entry->begin <= address && address < record->entry->end;
  return holds ? record->entry : std::nullopt;
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

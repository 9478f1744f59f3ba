#include "stacks/unwind/image_tables.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "files/container/pe_file.h"
#include "files/container/section_named.h"
#include "stacks/unwind/arm_table.h"
#include "stacks/unwind/compact_table.h"
#include "stacks/unwind/frame_table.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/sorted_entries.h"
#include "stacks/unwind/windows_arm64_table.h"
#include "stacks/unwind/windows_table.h"

namespace symkit::unwind {
namespace {

Bytes content(const container::Image& image, const container::Section* section) {
  if (section == nullptr) return {};
  return image.contents(*section).value_or(Bytes());
}

// From there to its section's end.
Bytes code_at(const container::Image& image, std::uint64_t address) {
  for (const container::Section& section : image.sections())
    if (address - section.address.value < section.data.size())
      return section.data.subspan(address - section.address.value);
  return {};
}

void add_frame_table(const container::Image& image, bool is_debug_frame, Tables& tables) {
  const container::Section* const section =
      section_named(image, is_debug_frame ? ".debug_frame" : ".eh_frame");
  const Bytes data = content(image, section);
  if (data.empty()) return;
  const container::Section* const sorted = is_debug_frame ? nullptr : section_named(image, ".eh_frame_hdr");
  const SortedEntries entries(content(image, sorted), sorted == nullptr ? 0 : sorted->address.value,
                              image.endian(), image.address_size());
  tables.push_back(std::make_unique<FrameTable>(FrameSection{.data = data,
                                                             .address = section->address.value,
                                                             .is_debug_frame = is_debug_frame,
                                                             .endian = image.endian(),
                                                             .address_size = image.address_size()},
                                                entries));
}

void add_arm_table(const container::Image& image, Tables& tables) {
  const container::Section* const index = section_named(image, ".ARM.exidx");
  const Bytes data = content(image, index);
  if (data.empty()) return;
  const container::Section* const entries = section_named(image, ".ARM.extab");
  tables.push_back(std::make_unique<ArmTable>(
      ArmTable::Section{data, index->address.value},
      ArmTable::Section{content(image, entries), entries == nullptr ? 0 : entries->address.value}));
}

// Addresses are from the image's begin.
void add_windows_table(const container::Image& image, Tables& tables) {
  namespace pe = container::pe;
  constexpr std::size_t unwind_rows = 3;  // a directory
  auto headers = pe::read_pe_file(image.bytes());
  if (!headers) return;
  const Bytes rows = headers->contents(headers->directories[unwind_rows]);
  const Architecture architecture = pe::architecture_of(headers->machine);
  const auto kept = std::make_shared<const pe::PeFile>(std::move(*headers));
  if (auto table =
          windows_table_for(architecture, rows, [kept](std::uint32_t address) { return kept->at(address); }))
    tables.push_back(std::move(table));
}

// Addresses are from the image's begin.
void add_compact_table(const container::Image& image, Tables& tables) {
  const std::uint64_t base = image.text_base().value;
  CompactImage made;
  made.frames.address_size = image.address_size();
  for (const container::Section& section : image.sections()) {
    const std::uint64_t begin = section.address.value - base;
    made.take(section.name, {begin, begin + section.size}, section.data);
  }
  if (const auto functions = image.function_starts())
    for (const FileAddress function : *functions) made.functions.push_back(function.value - base);
  std::ranges::sort(made.functions);
  made.processor = processor_of(image.architecture());
  made.code = [&image, base](std::uint64_t address) { return code_at(image, base + address); };
  if (made.unwind_info.empty() && made.frames.data.empty() && made.functions.empty()) return;
  tables.push_back(std::make_unique<CompactTable>(std::move(made)));
}

}  // namespace

std::unique_ptr<const Table> windows_table_for(Architecture architecture, Bytes rows, ImageBytes at) {
  if (rows.empty()) return nullptr;
  if (architecture == Architecture::X86_64) return std::make_unique<WindowsTable>(rows, std::move(at));
  if (architecture == Architecture::Arm64) return std::make_unique<WindowsArm64Table>(rows, std::move(at));
  return nullptr;
}

Tables tables_of(const container::Image& image) {
  Tables tables;
  if (image.format() == container::Format::Pe) {
    add_windows_table(image, tables);
    return tables;
  }
  if (image.format() == container::Format::MachO) {
    add_compact_table(image, tables);
    return tables;
  }
  add_frame_table(image, false, tables);
  add_frame_table(image, true, tables);
  add_arm_table(image, tables);
  return tables;
}

StoredDraft what_is_stored(const container::Image& image) {
  const bool counts_from_begin =
      image.format() == container::Format::Pe || image.format() == container::Format::MachO;
  StoredDraft draft(counts_from_begin ? std::nullopt : std::optional(image.text_base()));
  if (image.type() == container::FileType::Object) return draft;  // its code is not where it will be
  for (const auto& table : tables_of(image)) {
    // It counts where there is no other.
    if (table->holds_at_calls_only() && draft.count() != 0) continue;
    if (table->holds_at_calls_only()) draft.note_calls_only();
    table->store(draft);
  }
  return draft;
}

}  // namespace symkit::unwind

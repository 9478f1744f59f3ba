#include "files/container/macho_relocations.h"

#include <algorithm>

#include "files/container/writable_number.h"
#include "ground/base/words.h"

namespace symkit::container::macho {
namespace {

enum class Effect { None, Add, Subtract };

struct Relocation {
  std::uint64_t offset = 0;
  std::uint32_t symbol = 0;
  std::uint32_t type = 0;
  unsigned width = 0;
  bool relative = false;
  bool external = false;  // `symbol` is a symbol; otherwise it is the number of a section
};

constexpr std::size_t record_size = 8;

// The second word is a C bit field, which each byte order lays out from its own end.
unsigned width_of(std::uint32_t second, Endian endian) {
  return 1U << ((endian == Endian::Little ? second >> 25 : (second & 0xff) >> 5) & 3);
}

Relocation read_relocation(Cursor& at, Endian endian) {
  Relocation relocation;
  const std::uint32_t first = at.u32();
  const std::uint32_t second = at.u32();
  if ((first & scattered_relocation) != 0) return relocation;
  relocation.offset = first;
  const bool little = endian == Endian::Little;
  const std::uint32_t bits = little ? second >> 24 : second & 0xff;
  relocation.symbol = little ? second & 0xffffff : second >> 8;
  relocation.relative = (little ? bits & 1 : bits >> 7) != 0;
  relocation.width = width_of(second, endian);
  relocation.external = ((little ? bits >> 3 : bits >> 4) & 1) != 0;
  relocation.type = little ? bits >> 4 : bits & 15;
  return relocation;
}

Effect effect_of(const MachoFile& file, const Relocation& relocation) {
  if (!relocation.external || relocation.relative) return Effect::None;
  if (relocation.type == relocation_type::absolute) return Effect::Add;
  const bool x86_64 = file.cpu_type == (cpu::x86 | cpu::wide);
  const bool arm64 = file.cpu_type == (cpu::arm | cpu::wide) || file.cpu_type == (cpu::arm | cpu::wide_ilp32);
  if (x86_64 && relocation.type == relocation_type::x86_64_subtractor) return Effect::Subtract;
  if (arm64 && relocation.type == relocation_type::arm64_subtractor) return Effect::Subtract;
  return Effect::None;
}

std::uint64_t value_of(const MachoFile& file, std::uint32_t index) {
  const Bytes record = slice(file.symbols, std::uint64_t{index} * file.symbol_size(), file.symbol_size());
  Cursor at(record, file.endian);
  const SymbolRecord symbol = read_symbol(at, file.wide);
  return symbol.is_defined() ? symbol.value : 0;
}

Bytes records_of(const MachoFile& file, const SectionRecord& section) {
  return slice(file.bytes, section.relocations_at, std::uint64_t{section.relocation_count} * record_size);
}

}  // namespace

// Compilers write debug information without relocations: then it needs no memory of its own.
bool has_relocations(const MachoFile& file, const SectionRecord& section) {
  if (!file.is_object() || section.segment_name != "__DWARF") return false;
  const Bytes records = records_of(file, section);
  Cursor at(records, file.endian);
  for (std::size_t i = 0; i < records.size() / record_size; ++i)
    if (effect_of(file, read_relocation(at, file.endian)) != Effect::None) return true;
  return false;
}

std::vector<RelocatedBytes> relocated_bytes(const MachoFile& file, const SectionRecord& section) {
  std::vector<RelocatedBytes> places;
  const Bytes records = records_of(file, section);
  Cursor at(records, file.endian);
  // ARM's relocations have the kind of instruction in place of the width.
  const std::uint32_t processor = file.cpu_type & ~(cpu::wide | cpu::wide_ilp32);
  const unsigned narrowest = processor == cpu::arm ? 4 : 1;
  places.reserve(records.size() / record_size);
  for (std::size_t i = 0; i < records.size() / record_size; ++i) {
    const std::uint32_t first = at.u32(), second = at.u32();
    if ((first & scattered_relocation) != 0) {
      places.push_back({first & 0xffffff, std::max(1U << (first >> 28 & 3), narrowest)});
    } else {
      places.push_back({first, std::max(width_of(second, file.endian), narrowest)});
    }
  }
  // Compilers write them from last to first.
  std::ranges::reverse(places);
  if (!std::ranges::is_sorted(places, {}, &RelocatedBytes::offset))
    std::ranges::sort(places, {}, &RelocatedBytes::offset);
  return places;
}

Result<void> apply_relocations(const MachoFile& file, const SectionRecord& section,
                               std::span<std::uint8_t> contents) {
  if (!has_relocations(file, section)) return {};
  const Bytes records = records_of(file, section);
  WritableNumbers numbers(contents, file.endian);
  Cursor at(records, file.endian);
  for (std::size_t i = 0; i < records.size() / record_size; ++i) {
    const Relocation relocation = read_relocation(at, file.endian);
    const Effect effect = effect_of(file, relocation);
    if (effect == Effect::None) continue;
    const auto old = numbers.get(relocation.offset, relocation.width);
    if (!old)
      return fail(
          say("broken: relocation ", i, " is for ", hex(relocation.offset), ", outside of the section"));
    const std::uint64_t value = value_of(file, relocation.symbol);
    numbers.put(relocation.offset, relocation.width, effect == Effect::Add ? *old + value : *old - value);
  }
  return {};
}

}  // namespace symkit::container::macho

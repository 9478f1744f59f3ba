#include "files/container/elf_relocations.h"

#include <algorithm>

#include "files/container/elf_relocation_types.h"
#include "files/container/elf_symbols.h"
#include "files/container/writable_number.h"
#include "ground/base/words.h"

namespace symkit::container::elf {
namespace {

struct Relocation {
  std::uint64_t offset = 0;
  std::uint32_t symbol = 0;
  std::uint32_t type = 0;
  std::optional<std::uint64_t> addend;  // in REL it is in the place itself
};

// MIPS64 packs three types after the symbol, in this order for any byte order; the first one has the
// effect.
void read_mips64_info(Cursor& at, Relocation& relocation) {
  relocation.symbol = at.u32();
  at.skip(3);
  relocation.type = at.u8();
}

void read_wide_info(Cursor& at, std::uint16_t machine, Relocation& relocation) {
  if (machine == machine::mips) return read_mips64_info(at, relocation);
  const std::uint64_t info = at.u64();
  relocation.symbol = static_cast<std::uint32_t>(info >> 32);
  relocation.type = static_cast<std::uint32_t>(info);
  if (machine == machine::sparcv9) relocation.type &= 0xff;  // the rest is a second addend
}

Relocation read_relocation(Cursor& at, const ElfFile& file, bool with_addend) {
  Relocation relocation;
  if (file.wide) {
    relocation.offset = at.u64();
    read_wide_info(at, file.machine, relocation);
    if (with_addend) relocation.addend = at.u64();
    return relocation;
  }
  relocation.offset = at.u32();
  const std::uint32_t info = at.u32();
  relocation.symbol = info >> 8;
  relocation.type = info & 0xff;
  if (with_addend) relocation.addend = static_cast<std::uint64_t>(static_cast<std::int32_t>(at.u32()));
  return relocation;
}

// The values of symbols in relocations: undefined and common ones are 0.
class SymbolValues {
 public:
  SymbolValues(const ElfFile& file, const std::vector<Section>& sections, SymbolTable table)
      : file_(file), sections_(sections), table_(table) {}

  std::uint64_t of(std::uint32_t index) const {
    if (index == 0 || index >= table_.count) return 0;
    Cursor at(table_.records, file_.endian, index * file_.symbol_size());
    const SymbolRecord symbol = read_symbol(at, file_.wide);
    if (symbol.section == section_index::absolute) return symbol.value;
    if (symbol.section >= section_index::reserved && symbol.section != section_index::extended) return 0;
    const std::uint32_t section = section_of(file_, table_, index, symbol);
    if (section == section_index::undefined || section >= sections_.size()) return 0;
    return code_address(file_, symbol) + sections_[section].address.value;
  }

 private:
  const ElfFile& file_;
  const std::vector<Section>& sections_;
  SymbolTable table_;
};

std::uint64_t with_low_six(std::uint64_t old, std::uint64_t value) { return (old & 0xc0) | (value & 0x3f); }

// The new value of the place. `value` is symbol + addend, `old` the previous value.
std::uint64_t applied(Effect effect, std::uint64_t old, std::uint64_t value, std::uint64_t place) {
  switch (effect) {
    case Effect::Relative: return value - place;
    case Effect::Add:
    case Effect::AddUleb: return old + value;
    case Effect::Subtract:
    case Effect::SubtractUleb: return old - value;
    case Effect::SetSix: return with_low_six(old, value);
    case Effect::AddSix: return with_low_six(old, old + value);
    case Effect::SubtractSix: return with_low_six(old, old - value);
    default: return value;
  }
}

bool apply_one(const RelocationType& type, const Relocation& relocation, std::uint64_t symbol,
               std::uint64_t base, WritableNumbers& numbers) {
  const auto old =
      type.width == 0 ? numbers.get_uleb(relocation.offset) : numbers.get(relocation.offset, type.width);
  if (!old) return false;
  // In REL, a type that adds to its place finds its addend there.
  const bool adds = type.effect == Effect::Add || type.effect == Effect::Subtract;
  const std::uint64_t addend = relocation.addend.value_or(adds ? 0 : *old);
  const std::uint64_t result = applied(type.effect, *old, symbol + addend, base + relocation.offset);
  if (type.width == 0)
    numbers.put_uleb(relocation.offset, result);
  else
    numbers.put(relocation.offset, type.width, result);
  return true;
}

Result<void> apply_table(const ElfFile& file, const SectionHeader& header, const SymbolValues& symbols,
                         std::uint64_t base, WritableNumbers& numbers) {
  const bool with_addend = header.type == section_type::relocations_with_addends;
  const std::size_t record_size = (file.wide ? 8U : 4U) * (with_addend ? 3U : 2U);
  const Bytes records = file.data_of(header);
  Cursor at(records, file.endian);
  for (std::size_t i = 0; i < records.size() / record_size; ++i) {
    const Relocation relocation = read_relocation(at, file, with_addend);
    const RelocationType* type = find_relocation_type(file.machine, relocation.type);
    if (type == nullptr) continue;
    if (!apply_one(*type, relocation, symbols.of(relocation.symbol), base, numbers))
      return fail(
          say("broken: relocation ", i, " is for ", hex(relocation.offset), ", outside of the section"));
  }
  return {};
}

}  // namespace

bool RelocationSections::has(std::size_t section) const {
  return std::ranges::binary_search(by_target_, section, {}, &std::pair<std::size_t, std::size_t>::first);
}

Result<void> RelocationSections::apply(const ElfFile& file, const std::vector<Section>& sections,
                                       std::size_t section, std::span<std::uint8_t> contents) const {
  WritableNumbers numbers(contents, file.endian);
  const auto tables =
      std::ranges::equal_range(by_target_, section, {}, &std::pair<std::size_t, std::size_t>::first);
  for (const auto& [target, index] : tables) {
    if (!knows_relocations_of(file.machine))
      return fail(say("relocations for processor ", file.machine, " are not known"));
    const auto table = symbol_table(file, file.sections[index].link);
    if (!table) return std::unexpected(table.error());
    const SymbolValues symbols(file, sections, *table);
    auto done = apply_table(file, file.sections[index], symbols, sections[section].address.value, numbers);
    if (!done) return done;
  }
  return {};
}

RelocationSections find_relocations(const ElfFile& file) {
  RelocationSections found;
  if (!file.is_object()) return found;
  for (std::size_t i = 0; i < file.sections.size(); ++i) {
    const SectionHeader& header = file.sections[i];
    if (header.type != section_type::relocations && header.type != section_type::relocations_with_addends)
      continue;
    if (header.info == 0 || header.info >= file.sections.size()) continue;
    const SectionHeader& target = file.sections[header.info];
    if (target.has_data() && !target.is_allocated()) found.by_target_.emplace_back(header.info, i);
  }
  std::ranges::sort(found.by_target_);
  return found;
}

}  // namespace symkit::container::elf

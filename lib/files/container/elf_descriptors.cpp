#include "files/container/elf_descriptors.h"

#include <algorithm>

#include "ground/base/cursor.h"

namespace symkit::container::elf {
namespace {

constexpr std::uint32_t abi_bits = 3;  // of the header's flags; 0 and 1: descriptors, 2: none

}  // namespace

// Descriptors of object files need relocation first, and kernel modules with that ABI are obsolete.
FunctionDescriptors::FunctionDescriptors(const ElfFile& file, const std::vector<Section>& sections)
    : endian_(file.endian) {
  is_used_ = file.machine == machine::ppc64 && file.wide && (file.flags & abi_bits) < 2 && !file.is_object();
  if (!is_used_) return;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const Section& section = sections[i];
    if (section.code) code_.push_back({section.address.value, section.size, static_cast<std::uint32_t>(i)});
    if (section.name != ".opd" || section.data.empty()) continue;
    descriptors_ = section.data;
    begin_ = section.address.value;
  }
  std::ranges::stable_sort(code_, {}, &Code::begin);
}

std::optional<std::uint64_t> FunctionDescriptors::entry_of(std::uint64_t descriptor) const {
  if (descriptor < begin_ || descriptor - begin_ >= descriptors_.size()) return std::nullopt;
  Cursor at(descriptors_, endian_);
  at.seek(descriptor - begin_);
  const std::uint64_t entry = at.u64();
  return at.failed() ? std::nullopt : std::optional(entry);
}

void FunctionDescriptors::resolve(Symbol& symbol) const {
  if (!is_used_ || symbol.kind != SymbolKind::Function) return;
  if (symbol.in_code && symbol.name.size() > 1 && symbol.name.starts_with('.')) symbol.name.remove_prefix(1);
  const auto entry = entry_of(symbol.address.value);
  if (!entry) return;
  const auto behind = std::ranges::upper_bound(code_, *entry, {}, &Code::begin);
  if (behind == code_.begin() || *entry - (behind - 1)->begin >= (behind - 1)->size) return;
  symbol.address = {*entry};
  symbol.section = (behind - 1)->section;
  symbol.in_code = true;
}

}  // namespace symkit::container::elf

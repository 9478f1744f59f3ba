#include "files/golang/memory.h"

#include <algorithm>
#include <ranges>

#include "ground/base/cursor.h"

namespace symkit::golang {
namespace {

// Each processor's relocation type that adds the load address to a separate addend. If the addend is in
// the place itself, or the linker put it there, too, nothing needs to be done.
std::optional<std::uint32_t> relative_type(Architecture architecture) {
  switch (architecture) {
    case Architecture::X86_64: return 8;
    case Architecture::Arm64: return 1027;
    case Architecture::Ppc64: return 22;
    case Architecture::RiscV64: return 3;
    case Architecture::S390x: return 12;
    default: return std::nullopt;
  }
}

constexpr std::uint64_t relocation_size = 24;

}  // namespace

Memory::Memory(const container::Image& image)
    : endian_(image.endian()),
      width_(image.address_size()),
      text_base_(image.text_base().value),
      has_chains_(image.format() == container::Format::MachO && width_ == 8) {
  const auto type = relative_type(image.architecture());
  const bool is_relocated = image.format() == container::Format::Elf && width_ == 8 && type;
  for (const container::Section& section : image.sections()) {
    if (is_relocated && (section.name == ".rela.dyn" || section.name == ".rela"))
      read_relocations(section, *type);
    const std::uint64_t begin = section.address.value;
    if (section.code && begin + section.size > begin) code_.push_back({begin, begin + section.size});
    const bool is_there =
        section.allocated && !section.data.empty() && section.compression == container::Compression::None;
    if (is_there) ranges_.push_back({section.address.value, section.data, section.code});
  }
  std::ranges::stable_sort(ranges_, {}, &Range::address);
  std::ranges::stable_sort(code_, {}, &Code::begin);
  if (!std::ranges::is_sorted(relocations_, {}, &Relocation::place))
    std::ranges::stable_sort(relocations_, {}, &Relocation::place);
}

void Memory::read_relocations(const container::Section& section, std::uint32_t wanted) {
  Cursor at(section.data, endian_);
  while (at.remaining() >= relocation_size) {
    const std::uint64_t place = at.u64(), type = at.u64(), addend = at.u64();
    if ((type & 0xffffffff) == wanted) relocations_.push_back({place, addend});
  }
}

const Memory::Range* Memory::range_of(std::uint64_t address) const {
  auto after = std::ranges::upper_bound(ranges_, address, {}, &Range::address);
  if (after == ranges_.begin()) return nullptr;
  --after;
  return address - after->address < after->bytes.size() ? &*after : nullptr;
}

Bytes Memory::at(std::uint64_t address) const {
  const Range* range = range_of(address);
  return range == nullptr ? Bytes()
                          : range->bytes.subspan(static_cast<std::size_t>(address - range->address));
}

const Memory::Code* Memory::code_at(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(code_, address, {}, &Code::begin);
  if (after == code_.begin() || address >= std::prev(after)->end) return nullptr;
  return &*std::prev(after);
}

bool Memory::is_code(std::uint64_t address) const { return code_at(address) != nullptr; }

std::uint64_t Memory::code_end(std::uint64_t begin, std::uint64_t end) const {
  const Code* code = code_at(begin);
  return code == nullptr ? begin : std::min(end, code->end);
}

// Mach-O's newer pointers are links of a chain: the lowest 36 bits are the target, as an address or as an
// offset from the text base.
std::uint64_t Memory::unchained(std::uint64_t raw) const {
  if (!has_chains_ || raw >> 36 == 0) return raw;
  const std::uint64_t target = raw & 0xfffffffff;
  return target >= text_base_ ? target : target + text_base_;
}

std::optional<std::uint64_t> Memory::pointer(std::uint64_t address) const {
  const auto known = std::ranges::lower_bound(relocations_, address, {}, &Relocation::place);
  if (known != relocations_.end() && known->place == address) return known->value;
  Cursor at(this->at(address), endian_);
  const std::uint64_t raw = at.unsigned_of(width_);
  if (at.failed()) return std::nullopt;
  return unchained(raw);
}

std::optional<std::uint64_t> Memory::pointer_to(
    std::uint64_t target, const std::function<bool(std::uint64_t place)>& accepts) const {
  for (const Relocation& relocation : relocations_)
    if (relocation.value == target && accepts(relocation.place)) return relocation.place;
  for (const Range& range : std::views::reverse(ranges_)) {  // linkers put constants first
    if (range.is_code) continue;
    Cursor at(range.bytes, endian_);
    at.skip((width_ - range.address % width_) % width_);
    while (at.remaining() >= width_) {
      const std::uint64_t place = range.address + at.offset();
      if (unchained(at.unsigned_of(width_)) == target && accepts(place)) return place;
    }
  }
  return std::nullopt;
}

std::optional<std::vector<std::uint8_t>> Memory::relocated(std::uint64_t address, Bytes bytes) const {
  auto next = std::ranges::lower_bound(relocations_, address, {}, &Relocation::place);
  const std::uint64_t end = address + bytes.size();
  if (next == relocations_.end() || next->place >= end) return std::nullopt;
  std::vector<std::uint8_t> copy(bytes.begin(), bytes.end());
  for (; next != relocations_.end() && next->place < end; ++next) {
    if (end - next->place < 8) break;
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned shift = endian_ == Endian::Little ? 8 * i : 56 - 8 * i;
      copy[static_cast<std::size_t>(next->place - address) + i] =
          static_cast<std::uint8_t>(next->value >> shift);
    }
  }
  return copy;
}

}  // namespace symkit::golang

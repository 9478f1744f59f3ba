#include "files/container/elf_identity.h"

#include <algorithm>

#include "files/container/debug_link.h"

namespace symkit::container::elf {
namespace {

// Programs have one or two.
constexpr std::size_t most_code_segments = 64;

std::uint64_t align_note(std::uint64_t offset, std::uint64_t align) {
  return (offset + align - 1) / align * align;
}

bool is_position_independent_executable(const ElfFile& file) {
  for (const ProgramHeader& segment : file.segments) {
    if (segment.type != segment_type::dynamic) continue;
    Cursor at(slice(file.bytes, segment.offset, segment.file_size), file.endian);
    while (!at.at_end()) {
      const std::uint64_t tag = file.wide ? at.u64() : at.u32();
      const std::uint64_t value = file.wide ? at.u64() : at.u32();
      if (at.failed() || tag == 0) return false;
      if (tag == dynamic_flags_1) return (value & flag_1_pie) != 0;
    }
  }
  return false;
}

// A file split off by `objcopy --only-keep-debug` keeps its code sections, but not their contents.
bool has_lost_its_code(const ElfFile& file) {
  bool lost = false;
  for (const SectionHeader& header : file.sections) {
    if (!header.is_code()) continue;
    if (header.type != section_type::no_bits) return false;
    lost = true;
  }
  return lost;
}

bool has_load_segments(const ElfFile& file) {
  return std::ranges::find(file.segments, segment_type::load, &ProgramHeader::type) != file.segments.end();
}

// Adjacent ones within a page belong to one segment.
std::vector<CodeSegment> code_sections_as_segments(const ElfFile& file) {
  constexpr std::uint64_t page = 4096;
  std::vector<CodeSegment> segments;
  for (const SectionHeader& header : file.sections) {
    if (!header.is_code() || header.size == 0) continue;
    const std::uint64_t last = segments.empty() ? 0 : segments.back().address.value + segments.back().size;
    if (!segments.empty() && header.address >= last && header.address - last < page)
      segments.back().size = header.address + header.size - segments.back().address.value;
    else if (segments.size() < most_code_segments)
      segments.push_back({std::nullopt, {header.address}, header.size});
  }
  return segments;
}

// Extractors of debug information (Parca's) omit loaded segments. An image that cannot be moved then
// begins not at 0 but in the page of its first section, because the headers precede that.
std::uint64_t lowest_section_of_fixed(const ElfFile& file) {
  std::uint64_t lowest = UINT64_MAX;
  if (file.type != file_type::executable) return 0;
  for (const SectionHeader& header : file.sections)
    if (header.is_allocated()) lowest = std::min(lowest, header.address);
  return lowest == UINT64_MAX ? 0 : lowest;
}

}  // namespace

std::optional<ImageId> build_id_in(Bytes notes, Endian endian, std::uint64_t align) {
  const std::uint64_t padding = align == 8 ? 8 : 4;
  Cursor at(notes, endian);
  while (!at.failed() && !at.at_end()) {
    const std::uint32_t name_size = at.u32();
    const std::uint32_t content_size = at.u32();
    const std::uint32_t type = at.u32();
    const Bytes name = at.bytes(name_size);
    at.seek(align_note(at.offset(), padding));
    const Bytes content = at.bytes(content_size);
    if (at.failed()) return std::nullopt;
    if (type == note_build_id && as_text(name) == std::string_view("GNU\0", 4))
      return ImageId::from_bytes(content);
    at.seek(align_note(at.offset(), padding));
  }
  return std::nullopt;
}

std::optional<ImageId> build_id_of(const ElfFile& file) {
  for (const SectionHeader& header : file.sections)
    if (header.type == section_type::note)
      if (auto id = build_id_in(file.data_of(header), file.endian, header.align)) return id;
  for (const ProgramHeader& segment : file.segments)
    if (segment.type == segment_type::note)
      if (auto id =
              build_id_in(slice(file.bytes, segment.offset, segment.file_size), file.endian, segment.align))
        return id;
  return std::nullopt;
}

Architecture architecture_of(const ElfFile& file) {
  switch (file.machine) {
    case machine::i386: return Architecture::X86;
    case machine::x86_64: return Architecture::X86_64;
    case machine::arm: return Architecture::Armv7;
    case machine::aarch64: return Architecture::Arm64;
    case machine::riscv: return file.wide ? Architecture::RiscV64 : Architecture::RiscV32;
    case machine::mips: return file.wide ? Architecture::Mips64 : Architecture::Mips;
    case machine::ppc: return Architecture::Ppc;
    case machine::ppc64: return Architecture::Ppc64;
    case machine::s390: return file.wide ? Architecture::S390x : Architecture::Unknown;
    case machine::loongarch: return file.wide ? Architecture::LoongArch64 : Architecture::Unknown;
    case machine::sparc:
    case machine::sparc32plus: return Architecture::Sparc;
    case machine::sparcv9: return Architecture::Sparc64;
    default: return Architecture::Unknown;
  }
}

FileType file_type_of(const ElfFile& file) {
  if (file.is_object()) return FileType::Object;
  if (file.type != file_type::executable && file.type != file_type::shared) return FileType::Other;
  if (has_lost_its_code(file)) return FileType::DebugCompanion;
  if (file.type == file_type::executable || is_position_independent_executable(file))
    return FileType::Executable;
  return FileType::SharedLibrary;
}

FileAddress text_base_of(const ElfFile& file) {
  constexpr std::uint64_t page = 4096;
  if (file.is_object()) return {};
  const auto first = std::ranges::find(file.segments, segment_type::load, &ProgramHeader::type);
  if (first == file.segments.end()) return {lowest_section_of_fixed(file) & ~(page - 1)};
  return {first->address & ~(page - 1)};
}

// Debug files keep the program headers, but their offsets are meaningless.
std::vector<CodeSegment> code_segments_of(const ElfFile& file) {
  std::vector<CodeSegment> segments;
  const bool has_code = !file.is_object() && !has_lost_its_code(file);
  for (const ProgramHeader& segment : file.segments) {
    const bool is_code =
        segment.type == segment_type::load && (segment.flags & segment_flag::executable) != 0;
    if (!is_code || segment.memory_size == 0 || segments.size() == most_code_segments) continue;
    segments.push_back(
        {has_code ? std::optional(segment.offset) : std::nullopt, {segment.address}, segment.memory_size});
  }
  if (has_lost_its_code(file) && !has_load_segments(file)) segments = code_sections_as_segments(file);
  return segments;
}

std::optional<DebugLink> debug_link_of(const ElfFile& file) {
  for (const SectionHeader& header : file.sections) {
    if (file.name_of(header) != ".gnu_debuglink") continue;
    if (const auto link = read_debug_link(file.data_of(header), file.endian)) return link;
  }
  return std::nullopt;
}

}  // namespace symkit::container::elf

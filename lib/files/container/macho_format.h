// The records and numbers of Mach-O that this room uses. Records are in the host's byte order and always
// 64 bits wide: macho_file.cpp widens them while reading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace symkit::container::macho {

inline constexpr std::uint32_t magic_32 = 0xfeedface;
inline constexpr std::uint32_t magic_64 = 0xfeedfacf;
inline constexpr std::uint32_t magic_fat = 0xcafebabe;  // the same as that of a Java class
inline constexpr std::uint32_t magic_fat_64 = 0xcafebabf;

namespace cpu {
inline constexpr std::uint32_t x86 = 7;
inline constexpr std::uint32_t arm = 12;
inline constexpr std::uint32_t ppc = 18;
inline constexpr std::uint32_t wide = 0x01000000;          // 64-bit registers and pointers
inline constexpr std::uint32_t wide_ilp32 = 0x02000000;    // 64-bit registers, 32-bit pointers
inline constexpr std::uint32_t subtype_mask = 0x00ffffff;  // the bits above it are capabilities
}  // namespace cpu

namespace file_type {
inline constexpr std::uint32_t object = 1;
inline constexpr std::uint32_t executable = 2;
inline constexpr std::uint32_t fixed_library = 3;
inline constexpr std::uint32_t preloaded = 5;
inline constexpr std::uint32_t library = 6;
inline constexpr std::uint32_t dynamic_linker = 7;
inline constexpr std::uint32_t bundle = 8;
inline constexpr std::uint32_t library_stub = 9;
inline constexpr std::uint32_t debug_companion = 10;
inline constexpr std::uint32_t kernel_extension = 11;
}  // namespace file_type

namespace command {
inline constexpr std::uint32_t segment = 0x1;
inline constexpr std::uint32_t symbol_table = 0x2;
inline constexpr std::uint32_t segment_64 = 0x19;
inline constexpr std::uint32_t uuid = 0x1b;
inline constexpr std::uint32_t function_starts = 0x26;
}  // namespace command

namespace section_type {
inline constexpr std::uint32_t mask = 0xff;
inline constexpr std::uint32_t zero_fill = 0x1;
inline constexpr std::uint32_t large_zero_fill = 0xc;
inline constexpr std::uint32_t thread_local_zero_fill = 0x12;
}  // namespace section_type

namespace section_attribute {
inline constexpr std::uint32_t pure_instructions = 0x80000000;
inline constexpr std::uint32_t some_instructions = 0x00000400;
inline constexpr std::uint32_t debug = 0x02000000;
}  // namespace section_attribute

namespace symbol_type {
inline constexpr std::uint8_t stab_mask = 0xe0;
inline constexpr std::uint8_t mask = 0x0e;
inline constexpr std::uint8_t in_section = 0x0e;
inline constexpr std::uint8_t external = 0x01;
inline constexpr std::uint16_t weak_definition = 0x0080;  // in the description field
}  // namespace symbol_type

// These numbers have other meanings on other processors, but not where debug sections use them.
namespace relocation_type {
inline constexpr std::uint32_t absolute = 0;
inline constexpr std::uint32_t x86_64_subtractor = 5;
inline constexpr std::uint32_t arm64_subtractor = 1;
}  // namespace relocation_type

inline constexpr std::uint32_t scattered_relocation = 0x80000000;

struct SegmentRecord {
  std::string_view name;
  std::uint64_t address = 0;
  std::uint64_t memory_size = 0;
  std::uint64_t file_offset = 0;
  std::uint64_t file_size = 0;
  std::uint32_t protection = 0;  // initially allowed by the loader: 1 read, 2 write, 4 execute
};

struct SectionRecord {
  std::string_view name;
  std::string_view segment_name;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::uint32_t offset = 0;
  std::uint32_t relocations_at = 0;
  std::uint32_t relocation_count = 0;
  std::uint32_t flags = 0;
  std::size_t segment = 0;  // the index in MachoFile::segments

  bool is_zero_fill() const {
    const std::uint32_t type = flags & section_type::mask;
    return type == section_type::zero_fill || type == section_type::large_zero_fill ||
           type == section_type::thread_local_zero_fill;
  }
  bool is_code() const {
    return (flags & (section_attribute::pure_instructions | section_attribute::some_instructions)) != 0;
  }
};

struct SymbolRecord {
  std::uint32_t name = 0;
  std::uint8_t type = 0;
  std::uint8_t section = 0;  // from 1
  std::uint16_t description = 0;
  std::uint64_t value = 0;

  bool is_defined() const {
    return (type & symbol_type::stab_mask) == 0 && (type & symbol_type::mask) == symbol_type::in_section &&
           section != 0;
  }
};

}  // namespace symkit::container::macho

// The records and numbers of ELF that this room uses, from the System V gABI. Records are in the host's
// byte order and always 64 bits wide: elf_file.cpp widens them while reading.
#pragma once

#include <cstdint>

namespace symkit::container::elf {

inline constexpr std::uint8_t class_32 = 1;
inline constexpr std::uint8_t class_64 = 2;
inline constexpr std::uint8_t data_little = 1;
inline constexpr std::uint8_t data_big = 2;

namespace file_type {
inline constexpr std::uint16_t relocatable = 1;
inline constexpr std::uint16_t executable = 2;
inline constexpr std::uint16_t shared = 3;
inline constexpr std::uint16_t core = 4;
}  // namespace file_type

namespace machine {
inline constexpr std::uint16_t sparc = 2;
inline constexpr std::uint16_t i386 = 3;
inline constexpr std::uint16_t mips = 8;
inline constexpr std::uint16_t sparc32plus = 18;
inline constexpr std::uint16_t ppc = 20;
inline constexpr std::uint16_t ppc64 = 21;
inline constexpr std::uint16_t s390 = 22;
inline constexpr std::uint16_t arm = 40;
inline constexpr std::uint16_t sparcv9 = 43;
inline constexpr std::uint16_t x86_64 = 62;
inline constexpr std::uint16_t aarch64 = 183;
inline constexpr std::uint16_t riscv = 243;
inline constexpr std::uint16_t loongarch = 258;
}  // namespace machine

namespace section_type {
inline constexpr std::uint32_t null = 0;
inline constexpr std::uint32_t symbol_table = 2;
inline constexpr std::uint32_t relocations_with_addends = 4;
inline constexpr std::uint32_t note = 7;
inline constexpr std::uint32_t no_bits = 8;
inline constexpr std::uint32_t relocations = 9;
inline constexpr std::uint32_t dynamic_symbols = 11;
inline constexpr std::uint32_t symbol_section_indexes = 18;
}  // namespace section_type

namespace section_flag {
inline constexpr std::uint64_t allocated = 0x2;
inline constexpr std::uint64_t executable = 0x4;
inline constexpr std::uint64_t compressed = 0x800;
}  // namespace section_flag

namespace section_index {
inline constexpr std::uint32_t undefined = 0;
inline constexpr std::uint32_t reserved = 0xff00;  // from here on, special values and not sections
inline constexpr std::uint32_t absolute = 0xfff1;
inline constexpr std::uint32_t extended = 0xffff;  // the actual number is elsewhere
}  // namespace section_index

namespace segment_type {
inline constexpr std::uint32_t load = 1;
inline constexpr std::uint32_t dynamic = 2;
inline constexpr std::uint32_t note = 4;
inline constexpr std::uint32_t unwind_list = 0x6474e550;
}  // namespace segment_type

namespace segment_flag {
inline constexpr std::uint32_t executable = 1;
}  // namespace segment_flag

inline constexpr std::uint32_t segment_count_extended = 0xffff;

inline constexpr std::uint32_t compression_zlib = 1;
inline constexpr std::uint32_t compression_zstd = 2;

inline constexpr std::uint64_t dynamic_flags_1 = 0x6ffffffb;
inline constexpr std::uint64_t flag_1_pie = 0x08000000;

inline constexpr std::uint32_t note_build_id = 3;

namespace symbol_type {
inline constexpr unsigned none = 0;
inline constexpr unsigned object = 1;
inline constexpr unsigned function = 2;
inline constexpr unsigned section = 3;
inline constexpr unsigned file = 4;
inline constexpr unsigned common = 5;
inline constexpr unsigned thread_local_storage = 6;
inline constexpr unsigned indirect_function = 10;
inline constexpr unsigned thumb_function = 13;  // ARM only, from before the EABI
}  // namespace symbol_type

namespace symbol_binding {
inline constexpr unsigned local = 0;
inline constexpr unsigned weak = 2;
}  // namespace symbol_binding

struct ProgramHeader {
  std::uint32_t type = 0;
  std::uint32_t flags = 0;  // 1 execute, 2 write, 4 read
  std::uint64_t offset = 0;
  std::uint64_t address = 0;
  std::uint64_t file_size = 0;
  std::uint64_t memory_size = 0;
  std::uint64_t align = 0;
};

struct SectionHeader {
  std::uint32_t name = 0;
  std::uint32_t type = 0;
  std::uint64_t flags = 0;
  std::uint64_t address = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint32_t link = 0;
  std::uint32_t info = 0;
  std::uint64_t align = 0;
  std::uint64_t entry_size = 0;

  bool has_data() const { return type != section_type::null && type != section_type::no_bits; }
  bool is_allocated() const { return (flags & section_flag::allocated) != 0; }
  bool is_code() const { return is_allocated() && (flags & section_flag::executable) != 0; }
};

struct SymbolRecord {
  std::uint32_t name = 0;
  std::uint8_t info = 0;
  std::uint16_t section = 0;
  std::uint64_t value = 0;
  std::uint64_t size = 0;

  unsigned type() const { return info & 0xfU; }
  unsigned binding() const { return info >> 4U; }
};

}  // namespace symkit::container::elf

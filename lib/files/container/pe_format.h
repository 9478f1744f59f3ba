// The records and numbers of PE/COFF that this room uses, from Microsoft's specification. All numbers are
// little-endian.
#pragma once

#include <cstdint>
#include <string_view>

namespace symkit::container::pe {

namespace machine {
inline constexpr std::uint16_t i386 = 0x14c;
inline constexpr std::uint16_t armnt = 0x1c4;
inline constexpr std::uint16_t x86_64 = 0x8664;
inline constexpr std::uint16_t arm64 = 0xaa64;
inline constexpr std::uint16_t arm64ec = 0xa641;
inline constexpr std::uint16_t arm64x = 0xa64e;
}  // namespace machine

inline constexpr std::uint16_t optional_magic_32 = 0x10b;
inline constexpr std::uint16_t optional_magic_64 = 0x20b;

namespace characteristic {
inline constexpr std::uint16_t library = 0x2000;
}  // namespace characteristic

namespace section_flag {
inline constexpr std::uint32_t discardable = 0x02000000;
inline constexpr std::uint32_t executable = 0x20000000;
inline constexpr std::uint32_t readable = 0x40000000;
inline constexpr std::uint32_t writable = 0x80000000;
}  // namespace section_flag

namespace directory {
inline constexpr std::size_t exports = 0;
inline constexpr std::size_t exceptions = 3;
inline constexpr std::size_t debug = 6;
}  // namespace directory

inline constexpr std::uint32_t debug_type_codeview = 2;

namespace storage_class {
inline constexpr std::uint8_t external = 2;
inline constexpr std::uint8_t local = 3;
inline constexpr std::uint8_t label = 6;
inline constexpr std::uint8_t weak_external = 105;
}  // namespace storage_class

inline constexpr std::uint16_t type_function = 0x20;  // in a symbol's type
inline constexpr std::size_t symbol_size = 18;
inline constexpr std::size_t section_header_size = 40;

struct DataDirectory {
  std::uint32_t rva = 0;
  std::uint32_t size = 0;
};

struct SectionRecord {
  std::string_view name;  // the complete name, also if it is in the string table
  std::uint32_t memory_size = 0;
  std::uint32_t rva = 0;
  std::uint32_t file_size = 0;
  std::uint32_t offset = 0;
  std::uint32_t flags = 0;

  bool is_code() const { return (flags & section_flag::executable) != 0; }
  // The size in memory; object files and some packers give only the size in the file.
  std::uint32_t size() const { return memory_size != 0 ? memory_size : file_size; }
};

}  // namespace symkit::container::pe

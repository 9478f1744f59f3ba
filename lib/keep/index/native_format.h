// The sections and records of a native index, shared by its writer and its reader. docs/index-format.md
// explains them with a worked example.
#pragma once

#include <cstdint>

#include "keep/index/envelope.h"

namespace symkit::index {

inline constexpr std::uint32_t meta_tag = tag("META");
inline constexpr std::uint32_t starts_tag = tag("STRT");       // where each block of functions begins
inline constexpr std::uint32_t blocks_at_tag = tag("BOFF");    // and where its bytes are in BLKS
inline constexpr std::uint32_t directories_tag = tag("DIRS");  // where the pieces of each block begin
inline constexpr std::uint32_t blocks_tag = tag("BLKS");
inline constexpr std::uint32_t files_tag = tag("FILE");  // folder and base name of each file
inline constexpr std::uint32_t strings_tag = tag("STRS");
inline constexpr std::uint32_t string_offsets_tag = tag("SOFF");
inline constexpr std::uint32_t trampolines_tag = tag("SIGT");  // only if there are any

// A separate index: variables, at file addresses. is_part marks those of unknown size.
inline constexpr std::uint32_t variables_tag = tag("VARS");

inline constexpr std::uint32_t segments_tag = tag("SEGM");  // only for formats that have them: ELF

// The most pieces of functions in a block. More share their names better, fewer are nearer to each other.
inline constexpr std::size_t pieces_in_block = 32;

// A block's entry in DIRS: for each piece, where the piece and its body begin, two bytes each, relative
// to the block's begin and the first body's. The first piece's entry has the counts of callees and files
// instead.
inline constexpr std::size_t directory_entry_size = 4;
inline constexpr std::size_t directory_size = pieces_in_block * directory_entry_size;
inline constexpr std::uint16_t no_piece = 0xffff;  // if the block has fewer

// The most that a lookup may have to read: rows and call definitions in a piece, unless a single row
// brings more.
inline constexpr std::size_t work_in_piece = 28;

// The last file number in the block that a callee can use as its own: it is one byte.
inline constexpr std::uint32_t last_own_file = 255;

// Code that signal handlers return to, as offsets.
struct TrampolineRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool operator==(const TrampolineRange&) const = default;
};

// The source of the information about a range of addresses.
enum class Source : std::uint8_t {
  DebugInfo,      // a function of DWARF
  LineTable,      // lines without a function
  SymbolTable,    // a name, no lines
  FunctionStart,  // neither: only that a function begins here
  Beyond,         // nothing begins here; LLVM uses the symbol before, in another section
  SplitLines,     // lines of split DWARF without their functions, which are in another file
  GoTable,        // a function in Go's own table
};

// The last number of META, left out if it is 0.
enum MetaFlag : std::uint8_t {
  meta_debug_map = 1 << 0,     // the missing files are object files
  meta_columns = 1 << 1,       // lines are packed LineAndColumn values
  meta_variables = 1 << 2,     // there is an index of variables, if the image has any
  meta_declarations = 1 << 3,  // there are declarations and discriminators, if the image has any
};

// The first byte of a piece's body: its Source in the two lowest bits and the highest, and these flags.
enum BodyFlag : std::uint8_t {
  is_part = 1 << 2,       // not where the function is entered: for example, a cold part
  is_shifted = 1 << 3,    // the function begins before the piece: a varint says by how much
  is_continued = 1 << 4,  // it ends after the piece: a varint says by how much
  has_symbols = 1 << 5,   // the symbol table has other names for it
  has_gap = 1 << 6,       // the piece ends before the next begins: a varint says by how much
};

constexpr std::uint8_t source_bits(Source source) {
  const auto number = static_cast<std::uint8_t>(source);
  return static_cast<std::uint8_t>((number & 3) | (number >> 2) << 7);
}
constexpr Source source_of(std::uint8_t flags) {
  return static_cast<Source>((flags & 3) | (flags >> 7) << 2);
}
inline constexpr std::size_t source_count = 7;

// A row is one byte and further bytes that depend on it:
//   bit 7     a second byte follows: another call, another file or a separate result for atos
//   bits 4-6  line: index into line_steps; or line_none, or line_explicit
//   bits 0-3  address: instruction steps, less 1; or address_explicit
inline constexpr std::uint8_t row_is_extended = 0x80;
inline constexpr int line_steps[6] = {0, 1, 2, 3, -1, 4};
inline constexpr std::uint8_t line_none = 6;          // line 0
inline constexpr std::uint8_t line_explicit = 7;      // a zigzag varint follows
inline constexpr std::uint8_t address_explicit = 15;  // a varint follows: steps beyond the first 16

// The second byte: flags, and the inlined call that the code belongs to.
inline constexpr std::uint8_t extended_has_atos = 0x80;
inline constexpr std::uint8_t extended_has_file = 0x40;
enum CallCode : std::uint8_t {
  call_same = 0,
  call_parent = 1,         // the one around it
  call_new_child = 2,      // a new one, inlined into the current call; its definition follows
  call_new_sibling = 3,    // … into the parent of the current call
  call_new_elsewhere = 4,  // … into the one a varint gives; its lowest bit: another code follows
  call_through_child = 5,  // as call_new_child, and another code follows
  call_through_sibling = 6,
  call_distant = 7,  // a known one: a varint says how many were met since
  call_recent = 8,   // 8 + n: a known one, n were met since
};
inline constexpr std::uint64_t call_recent_limit = 64 - call_recent;

}  // namespace symkit::index

// The sections on functions that the linker folded into one, and on where functions are called; shared by
// their writer and reader. An image without such functions has none of them.
#pragma once

#include <cstdint>

#include "keep/index/envelope.h"

namespace symkit::index {

// Ranges that several functions share, sorted by begin, and the functions of each.
inline constexpr std::uint32_t folded_ranges_tag = tag("FOLD");
inline constexpr std::uint32_t folded_members_tag = tag("FMEM");
// A separate index with the functions whose content differs from what the index itself has in the range.
// They follow one another, from offset 0.
inline constexpr std::uint32_t folded_index_tag = tag("FIDX");
// Functions that jump to functions that share code: they are the ones that callers name.
inline constexpr std::uint32_t folded_jumps_tag = tag("JUMP");
// Return addresses with the called function, in groups, and where each group begins.
inline constexpr std::uint32_t call_sites_tag = tag("CALL");
inline constexpr std::uint32_t call_groups_tag = tag("CGRP");

// FOLD: begin (8 bytes), size (4), number of the first member (4). A range's members end where those of
// the next begin. In a part of an index members keep their numbers: the first range gives the number of
// the first entry in FMEM.
inline constexpr std::size_t folded_range_size = 16;
// FMEM: number of the name (4 bytes); then (4 bytes) its begin in FIDX plus 1; or 0: as in the index
// itself; or all ones: the same, and known only from a symbol table.
inline constexpr std::size_t folded_member_size = 8;
inline constexpr std::uint32_t folded_symbol = UINT32_MAX;

// JUMP, sorted by target: the called function (4 bytes): twice the number of its name, or, for a member,
// twice its number plus 1; then the member to which it jumps (4 bytes).
inline constexpr std::size_t folded_jump_size = 8;

// CGRP: the first return address (8 bytes), and where the group's entries begin in CALL (4).
inline constexpr std::size_t call_group_size = 12;
inline constexpr std::size_t calls_in_group = 32;

// CALL, for each: a varint with the distance from the one before, times 4, plus its CallKind. Unless it
// is indirect, the number of a name follows, in the index's name width, or that of a member (4 bytes),
// which may be in another part.

// How a function is called, according to the debug information.
enum class CallKind : std::uint8_t {
  Indirect,  // through a pointer: the target is unknown
  Named,     // a function of this name
  Member,    // one of the functions that share code: its number in FMEM
};

}  // namespace symkit::index

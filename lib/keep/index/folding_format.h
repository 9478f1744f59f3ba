// What an index knows of functions that a linker has folded into one, and of where functions are called: the
// sections, shared by their writer and their reader. An image without such things has none of them.
#pragma once

#include <cstdint>

#include "keep/index/envelope.h"

namespace symkit::index {

// Ranges that several functions share, by their begin, and the functions of each.
inline constexpr std::uint32_t folded_ranges_tag = tag("FOLD");
inline constexpr std::uint32_t folded_members_tag = tag("FMEM");
// An index of its own: what each of these functions has there, if it is not what the index itself says. They
// lie one behind the other, from 0.
inline constexpr std::uint32_t folded_index_tag = tag("FIDX");
// Functions that jump to functions that share code: what is called there is they.
inline constexpr std::uint32_t folded_jumps_tag = tag("JUMP");
// Return addresses with what is called there, in groups, and where each group begins.
inline constexpr std::uint32_t call_sites_tag = tag("CALL");
inline constexpr std::uint32_t call_groups_tag = tag("CGRP");

// FOLD: begin (8 bytes), size (4), number of its first member (4). A range's members end where those of the
// next begin. In a part of an index members have the numbers of the whole: the first range says which one
// FMEM begins with.
inline constexpr std::size_t folded_range_size = 16;
// FMEM: number of the name (4); where it begins in FIDX, and 1, or 0: as the index itself has it, or all
// ones: so it has, and nothing but a symbol table knows of it (4).
inline constexpr std::size_t folded_member_size = 8;
inline constexpr std::uint32_t folded_symbol = UINT32_MAX;

// JUMP, by target: what is called: the number of its name, times 2, or that of the member that it is, times 2
// and plus 1 (4); the member to which it jumps (4).
inline constexpr std::size_t folded_jump_size = 8;

// CGRP: the first return address (8), where the group's entries begin in CALL (4).
inline constexpr std::size_t call_group_size = 12;
inline constexpr std::size_t calls_in_group = 32;

// CALL, for each: a varint, how far behind the one before, times 4, and its CallKind; then, if it is not
// indirect, the number of a name, as wide as the index needs it, or that of a member (4), which may be in
// another part.

// How a function is called, as far as debug information says.
enum class CallKind : std::uint8_t {
  Indirect,  // through a pointer: nobody can say
  Named,     // a function of this name
  Member,    // a function of those that share code: its number in FMEM
};

}  // namespace symkit::index

// The registers of arm64 by their numbers in DWARF, which are those in instructions.
#pragma once

namespace symkit::unwind::arm64 {

inline constexpr unsigned frame_pointer = 29, link = 30, stack_pointer = 31, code_pointer = 32;
inline constexpr unsigned word = 8, instruction = 4;

}  // namespace symkit::unwind::arm64

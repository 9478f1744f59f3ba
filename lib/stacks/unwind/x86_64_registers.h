// The registers of x86_64 by their two numbers: DWARF's, and those in instructions, which Windows uses.
#pragma once

#include <array>
#include <cstdint>

namespace symkit::unwind::x86_64 {

inline constexpr unsigned frame_pointer = 6, stack_pointer = 7, code_pointer = 16;  // as in DWARF
inline constexpr unsigned word = 8;

// rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 …
inline constexpr std::array<std::uint8_t, 16> numbers_in_instructions = {0, 2, 1,  3,  7,  6,  4,  5,
                                                                         8, 9, 10, 11, 12, 13, 14, 15};

}  // namespace symkit::unwind::x86_64

// How a function's frame is left on 32-bit Windows, as Breakpad's symbol files have it from PDBs
// (`STACK WIN`): a program that computes the caller's registers, or only the sizes of the frame's parts.
// What they mean was read in Breakpad's src/processor/stackwalker_x86.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "stacks/unwind/frame_step.h"
#include "stacks/unwind/table.h"

namespace symkit::unwind {

struct WindowsProgram {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;        // of the code
  std::uint32_t parameters = 0;  // in bytes, as the following; the function itself takes them off
  std::uint32_t saved = 0;       // registers
  std::uint32_t locals = 0;
  std::string_view words = {};       // of the program; empty: there is none
  bool saves_frame_pointer = false;  // without a program: for it is used for something else
};

// What follows "STACK WIN". Nothing if it is broken, or of a kind that tells nothing.
std::optional<WindowsProgram> read_windows_program(std::string_view fields);

// Nothing if it needs what is not known.
std::optional<Caller> caller_by_windows_program(const WindowsProgram& program, const CodePoint& point,
                                                const Surroundings& where);

}  // namespace symkit::unwind

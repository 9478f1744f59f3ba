// From a frame's registers to its caller's in the code of a Windows image on x86_64.
#pragma once

#include <cstdint>
#include <optional>

#include "stacks/unwind/frame_step.h"
#include "stacks/unwind/memory.h"
#include "stacks/unwind/registers.h"
#include "stacks/unwind/windows_table.h"

namespace symkit::unwind {

struct WindowsCaller {
  Caller caller = {};
  bool is_interrupted = false;  // it has not called
};

// `place`: in the image. `is_exact`: the frame has not called, so its function may be about to return, or may
// have no frame at all.
std::optional<WindowsCaller> caller_by_windows_table(const WindowsTable& table, std::uint64_t place,
                                                     bool is_exact, const Registers& registers,
                                                     const Memory& memory);

}  // namespace symkit::unwind

// The text that perf writes after an address, both in stacks and in lines of one sample: the function, or
// "[unknown]", and in brackets what was mapped there.
#pragma once

#include <string_view>

#include "logs/crashlog/frame.h"

namespace symkit::crashlog {

inline bool is_of_kernel(std::uint64_t address) { return address >> 63 != 0; }

// "do_exit+0x56", "[unknown]"; false for a name alone, or one followed by anything but an offset.
bool read_perf_symbol(std::string_view text, Frame& frame);

// "/usr/lib/libkiosk.so+0x19db", as printed with -F +dsoff: the file offset. Returns the rest of the
// text.
std::string_view take_perf_file_offset(std::string_view dso, Frame& frame);

// "[kernel.kallsyms]", "[ext4]": the kernel or a module, which is then the frame's image.
bool take_perf_kernel(std::string_view dso, Frame& frame);

}  // namespace symkit::crashlog

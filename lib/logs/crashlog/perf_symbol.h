// What perf writes behind an address, in stacks and in lines of one sample alike: the function, or
// "[unknown]", and in brackets what was mapped there.
#pragma once

#include <string_view>

#include "logs/crashlog/frame.h"

namespace symkit::crashlog {

inline bool is_of_kernel(std::uint64_t address) { return address >> 63 != 0; }

// "do_exit+0x56", "[unknown]"; false: a name alone, or with what is no offset.
bool read_perf_symbol(std::string_view text, Frame& frame);

// "/usr/lib/libkiosk.so+0x19db", as -F +dsoff has it: which byte of the file that is. What is left of the
// text.
std::string_view take_perf_file_offset(std::string_view dso, Frame& frame);

// "[kernel.kallsyms]", "[ext4]": of the kernel, whose image is then known.
bool take_perf_kernel(std::string_view dso, Frame& frame);

}  // namespace symkit::crashlog

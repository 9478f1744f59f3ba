// Textual profiles: the stacks printed by `perf script` and bcc's tools, and folded stacks. Frames are
// read like those of logs; a sample's stack begins with the process's name, as in flame graphs.
#pragma once

#include "ground/base/result.h"
#include "ground/io/input.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

Result<Profile> read_perf_script(io::Input& input);

Result<Profile> read_counted_stacks(io::Input& input);

// Whether frames are followed by a line that is only a number.
bool looks_like_counted_stacks(std::string_view beginning);

// "main;libkiosk.so+0x1234;[libc.so.6 <7f3a2c4019db>];0x7f3a2c4011d5 12", outermost first.
Result<Profile> read_folded(io::Input& input);

// Whether a line is a folded stack: a stack, a blank, and a number.
bool is_folded_line(std::string_view line);

// `maps`: /proc/PID/maps of the profiled process, for addresses without a mapping in the profile.
Result<void> add_process_maps(Profile& profile, std::string_view maps);

}  // namespace symkit::profile

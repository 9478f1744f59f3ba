// Profiles that are text: the stacks that `perf script` and bcc's tools print, and folded stacks. Frames of
// perf are read as those of logs are; a sample's stack begins with the process's name, as flame graphs have
// it.
#pragma once

#include "ground/base/result.h"
#include "ground/io/input.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

Result<Profile> read_perf_script(io::Input& input);

Result<Profile> read_bpf_stacks(io::Input& input);

// Whether frames are followed by a line that is a number alone.
bool looks_like_bpf_stacks(std::string_view beginning);

// "main;libkiosk.so+0x1234;[libc.so.6 <7f3a2c4019db>];0x7f3a2c4011d5 12", outermost first.
Result<Profile> read_folded(io::Input& input);

// Whether a line is of folded stacks: a stack, a blank, and a number.
bool is_folded_line(std::string_view line);

// /proc/PID/maps of the process that was profiled: for addresses whose profile does not say what was there.
Result<void> add_process_maps(Profile& profile, std::string_view maps);

}  // namespace symkit::profile

// The place of a location's code, in the terms by which frames of logs are looked up. Addresses are
// interpreted as in google/pprof: by the mapping's offset in the file, or literally if a whole image is
// mapped from 0.
#pragma once

#include <cstdint>

#include "ground/base/frame_reference.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

// Addresses from here on are the kernel's.
constexpr std::uint64_t highest_half = std::uint64_t{1} << 63;

// Whether a mapping's file denotes the kernel: "[kernel.kallsyms]_text".
bool is_kernel(std::string_view file);

// Whether a mapping's name denotes memory that is in no file, as Linux names it: "[heap]", "//anon",
// "/memfd:jit (deleted)".
bool is_no_file(std::string_view file);

// Whether a location is not in a mapped file, or the mapping is unknown: it may be code made at run time.
bool is_in_no_file(const Profile& profile, const Location& location);

// Its views refer to the profile's texts.
FrameReference reference_of(const Profile& profile, const Location& location);

}  // namespace symkit::profile

// Where a location's code is, in the terms in which frames of logs are looked up. Addresses are taken as
// google/pprof takes them: by the mapping's place in the file, and as they are where an image was mapped as a
// whole from nothing on.
#pragma once

#include <cstdint>

#include "ground/base/frame_reference.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

// Addresses from there on are the kernel's.
constexpr std::uint64_t highest_half = std::uint64_t{1} << 63;

// Whether a mapping's file stands for the kernel: "[kernel.kallsyms]_text".
bool is_kernel(std::string_view file);

// Whether what was mapped at a location was no file, or nobody says what it was: there may be code that was
// made while the program ran.
bool is_in_no_file(const Profile& profile, const Location& location);

// Views are of the profile's texts.
FrameReference reference_of(const Profile& profile, const Location& location);

}  // namespace symkit::profile

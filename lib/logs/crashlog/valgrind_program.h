// Decides which frames of valgrind's logs are in the program that it ran: only the program is below 64
// MB, where valgrind itself loads it. Everything that the program maps later is above (--aspace-minaddr).
// A library that was run as a program (ld.so) is left out, because on systems other than Linux libraries
// may be there, too.
#pragma once

#include "logs/crashlog/frame.h"

namespace symkit::crashlog {

inline bool is_program_of_valgrind(const Frame& frame) {
  constexpr std::uint64_t lowest_of_others = 0x4000000;
  return frame.runtime_address && *frame.runtime_address < lowest_of_others &&
         !frame.image.name.contains(".so");
}

}  // namespace symkit::crashlog

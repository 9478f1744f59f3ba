// Which frames of valgrind's logs are of the program that it ran: it alone lies below 64 MB, where valgrind
// loads it itself. All that the program maps later lies above (--aspace-minaddr); a library that was run as a
// program (ld.so) is left out, as on other systems than Linux libraries may lie there, too.
#pragma once

#include "logs/crashlog/frame.h"

namespace symkit::crashlog {

inline bool is_program_of_valgrind(const Frame& frame) {
  constexpr std::uint64_t lowest_of_others = 0x4000000;
  return frame.runtime_address && *frame.runtime_address < lowest_of_others &&
         !frame.image.name.contains(".so");
}

}  // namespace symkit::crashlog

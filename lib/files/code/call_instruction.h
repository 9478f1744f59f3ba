// Whether the instruction before an address is a call: a return address stands behind one. Instructions are
// not decoded from a function's begin, only the bytes before the address are looked at, so other bytes may
// look like a call by chance (of x86's about one place in a hundred). A direct call must lead into the
// image's code.
#pragma once

#include <cstdint>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"

namespace symkit::code {

// Instructions as they lie in memory, from address `begin` on.
struct Code {
  Bytes bytes;
  std::uint64_t begin = 0;
  // Where direct calls may lead to: from the image's first code to its last.
  std::uint64_t first_target = 0;
  std::uint64_t last_target = UINT64_MAX;
};

// Whether stands_behind_call can tell for this processor.
bool knows_calls(Architecture architecture);

// False also where the address is not within the code, or just behind it.
bool stands_behind_call(const Code& code, std::uint64_t address, Architecture architecture);

// Whether what stands before the address fills up the room between two functions. Padding may be code, too:
// it is asked where a function may begin.
bool stands_behind_padding(const Code& code, std::uint64_t address, Architecture architecture);

}  // namespace symkit::code

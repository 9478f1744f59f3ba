// Whether the instruction before an address is a call: a return address follows one. Only the bytes
// before the address are checked, without decoding from a function's begin, so other bytes may look like
// a call by chance (on x86 at about one place in a hundred). A direct call must lead into the image's
// code.
#pragma once

#include <cstdint>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"

namespace symkit::code {

// Instructions in memory, from address `begin` on.
struct Code {
  Bytes bytes;
  std::uint64_t begin = 0;
  // The range of targets for direct calls: from the image's first code to its last.
  std::uint64_t first_target = 0;
  std::uint64_t last_target = UINT64_MAX;
};

// Whether stands_behind_call() supports this processor.
bool knows_calls(Architecture architecture);

// False also if the address is not within the code, or directly after it.
bool stands_behind_call(const Code& code, std::uint64_t address, Architecture architecture);

// Whether the bytes before the address are padding between functions. Padding may also be code, so use
// this only where a function may begin.
bool stands_behind_padding(const Code& code, std::uint64_t address, Architecture architecture);

}  // namespace symkit::code

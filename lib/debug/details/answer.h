// Details as bytes, from the program that asks LIEF to the one that wants to know. The reader trusts nothing:
// their writer has just read a file that may be out to harm.
#pragma once

#include <vector>

#include "debug/details/details.h"
#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::details {

std::vector<std::uint8_t> write_answer(const Details& details);
Result<Details> read_answer(Bytes bytes);

}  // namespace symkit::details

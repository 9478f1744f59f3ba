// Details as bytes, sent from the process that uses LIEF to the one that asked. The reader trusts
// nothing, because the writer has just read a file that may be malicious.
#pragma once

#include <vector>

#include "debug/details/details.h"
#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::details {

std::vector<std::uint8_t> write_answer(const Details& details);
Result<Details> read_answer(Bytes bytes);

}  // namespace symkit::details

// rooms: details
// What symkit-lief might answer after LIEF has read a hostile file. What is read must be written in the same
// way again.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "debug/details/answer.h"

using namespace symkit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto details = details::read_answer({data, size});
  if (!details) return 0;
  for (const details::Undefined& symbol : details->undefined)
    if (symbol.library > details->libraries.size()) std::abort();
  const auto again = details::read_answer(details::write_answer(*details));
  if (!again || details::write_answer(*again) != details::write_answer(*details)) std::abort();
  return 0;
}

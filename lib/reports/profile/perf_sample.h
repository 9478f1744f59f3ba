// One sample of a perf.data file.
#pragma once

#include <cstdint>
#include <optional>

#include "ground/base/bytes.h"
#include "ground/base/cursor.h"
#include "reports/profile/perf_records.h"

namespace symkit::profile::perf {

struct Sample {
  std::uint64_t ip = 0;
  std::uint32_t process = 0;
  std::uint32_t thread = 0;
  std::uint64_t time = 0;
  std::uint64_t period = 1;
  std::uint32_t event = 0;
  Cursor chain = {};
  std::uint64_t chain_size = 0;
  // The program's calls that had not returned, as the processor noted them (`perf record --call-graph lbr`):
  // for each three numbers, from where, to where, and flags; innermost first.
  Cursor calls = {};
  std::uint64_t call_count = 0;
  // What the program's registers held, one for each that the event records.
  std::uint64_t registers_of = 0;  // 0: nothing, 1: a program of 32 bits, 2: of 64
  Cursor registers = {};
  Bytes stack = {};              // a copy, from the stack pointer on
  std::uint64_t stack_room = 0;  // how much could have been copied
};

// Nothing if it is damaged. Views of the record.
std::optional<Sample> read_sample(const File& file, Bytes record);

}  // namespace symkit::profile::perf

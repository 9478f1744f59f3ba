// The recordings of a run: those of its first process, and of all processes that it has started or
// become.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ground/base/result.h"
#include "ground/print/output.h"
#include "reports/heap/format.h"
#include "symleak/findings.h"

namespace symkit::symleak {

// In the order in which they began. For a folder: all recordings in it. Those left by an earlier run into
// the same file are not included.
Result<std::vector<std::string>> recordings_of(const std::string& path);

// The results of one process in a run.
struct Member {
  std::string file;
  std::string command;
  std::uint32_t process = 0;
  heap::format::Ended ended = heap::format::Ended::No;
  bool is_judged = false;
  bool has_leaks = false;
  bool is_unknown = false;  // it was killed, or still runs: what it would have lost is unknown
  bool has_own_allocator = false;
  heap::Amount blocks;  // lost blocks; if reachability was not determined, those not freed
  heap::Amount bytes;
  std::int64_t growth = 0;

  // `first`: the first process of the run; 0: it is the only one. It may end the other processes at any
  // time.
  static Member of(const Findings& findings, std::uint32_t first = 0);
};

// Prints a heading before the report of each process, and a summary after the last: how many there were,
// and their results. `is_first`: no report precedes it.
void begin_member(const Findings& findings, bool is_first, print::Output& output);
void end_family(const std::vector<Member>& members, Format format, bool is_first, print::Output& output);

}  // namespace symkit::symleak

// The recordings of a run: that of its first process, and those of all that it has started or become.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ground/base/result.h"
#include "ground/print/output.h"
#include "reports/heap/format.h"
#include "symleak/findings.h"

namespace symkit::symleak {

// In the order in which they began. Of a folder: all that lie there. What lies beside from an earlier run
// into the same file is not among them.
Result<std::vector<std::string>> recordings_of(const std::string& path);

// What one of several has to say.
struct Member {
  std::string file;
  std::string command;
  std::uint32_t process = 0;
  heap::format::Ended ended = heap::format::Ended::No;
  bool is_judged = false;
  bool has_leaks = false;
  bool is_unknown = false;  // it was killed, or still runs: nobody can say what it would have lost
  bool has_own_allocator = false;
  heap::Amount blocks;  // that are lost; where that was not looked into, that are not freed
  heap::Amount bytes;
  std::int64_t growth = 0;

  // `first`: the process that the run began with; 0: it is alone. Others are ended by it as they come.
  static Member of(const Findings& findings, std::uint32_t first = 0);
};

// Before the report of the next one, and behind the last: how many there were, and what became of each.
// `is_first`: nothing stands before it.
void begin_member(const Findings& findings, bool is_first, print::Output& output);
void end_family(const std::vector<Member>& members, Format format, bool is_first, print::Output& output);

}  // namespace symkit::symleak

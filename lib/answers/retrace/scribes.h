// Those who rewrite a log: one scribe while lines arrive one by one, one for each core when many are
// waiting. The meaning of a line depends on earlier lines up to its exception, so the log is divided at
// exceptions.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "answers/retrace/scribe.h"
#include "ground/io/lines.h"
#include "ground/print/output.h"

namespace symkit::retrace {

struct LogWork {
  RewriteOptions how;
  MappingSource& mappings;
  print::Output& output;  // JSON objects are written to it
  Told told = Told::Nothing;
  bool choose_ahead = false;  // several mappings: an exception waits for the frame that names its mapping
};

class Scribes {
 public:
  // `writes`: the lines are only written to the work's output, so that all cores may do it.
  Scribes(const LogWork& work, bool writes);

  // The scribe for the next line.
  Scribe& current() { return *current_; }

  // Whether enough lines are waiting to use all cores, and earlier lines do not affect them.
  bool many_at_hand(const io::Lines& lines) const;
  // Rewrites the lines that are available without waiting, and returns their number. `number`: of the
  // first line.
  Result<std::uint64_t> rewrite(io::Lines& lines, std::uint64_t number);

  Counts tally() const;

 private:
  void gather();

  LogWork work_;
  unsigned workers_;  // 1: no threads are started
  std::vector<std::unique_ptr<MappingSource>> twins_;
  std::deque<Scribe> scribes_;
  Scribe* current_;
};

}  // namespace symkit::retrace

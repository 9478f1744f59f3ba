// Who writes the log: one scribe where lines come one by one, one for each core where many are waiting. What
// a line means depends on those before it up to its exception, so the log is cut where exceptions stand.
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
  print::Output& output;
  bool json = false;
  bool choose_ahead = false;  // several mappings: an exception waits for the frame that names its own
};

class Crew {
 public:
  explicit Crew(const LogWork& work);

  // Who writes the next line.
  Scribe& current() { return *current_; }
  const Scribe& current() const { return *current_; }

  // Whether so much is waiting that all cores are worth it, and nothing of what came before bears on it.
  bool many_at_hand(const io::Lines& lines) const;
  // Rewrites what comes without waiting, and says how many lines that was. `number`: of the first of them.
  Result<std::uint64_t> rewrite(io::Lines& lines, std::uint64_t number);

  Tally tally() const;

 private:
  void gather();

  LogWork work_;
  unsigned workers_;  // 1: there is nobody else
  std::vector<std::unique_ptr<MappingSource>> twins_;
  std::deque<Scribe> scribes_;
  Scribe* current_;
};

}  // namespace symkit::retrace

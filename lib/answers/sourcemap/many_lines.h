// Rewrites a log on all cores when much of it is waiting; each thread has twins of the maps. The meaning
// of a line may depend on earlier lines: a JSON document has many, and a debug id applies from its line
// on. So only lines with nothing but frames are distributed. Because a line may name the function of the
// line before, each part includes the line after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "answers/sourcemap/log_work.h"
#include "ground/io/lines.h"

namespace symkit::sourcemap {

class ManyLines {
 public:
  // `writes`: the lines are only written to the work's output, so that all cores may do it.
  ManyLines(const LogWork& work, bool writes);
  ManyLines(const ManyLines&) = delete;
  ManyLines& operator=(const ManyLines&) = delete;
  ~ManyLines();

  // Whether enough is waiting to use all cores. Call it after each line.
  bool many_at_hand(const io::Lines& lines);
  // Rewrites what is available without waiting, in complete lines, and returns their number. `number`: of
  // the first of them.
  Result<std::uint64_t> rewrite(io::Lines& lines, std::uint64_t number);

 private:
  struct LogPart;
  class Worker;
  class LogCrew;

  std::size_t size();

  LogWork work_;
  bool writes_;
  std::optional<std::size_t> size_;  // nothing: not decided yet; 0: a single thread only
  std::mutex common_;                // protects the work's finder and tally
  std::vector<std::unique_ptr<Worker>> workers_;
  // After a check in vain, checks again only when fewer bytes are left than this.
  std::size_t look_again_at_ = SIZE_MAX;
};

}  // namespace symkit::sourcemap

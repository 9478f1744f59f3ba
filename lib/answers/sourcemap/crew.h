// Who writes the log where much of it is waiting: all cores, each with twins of the maps. What a line means
// may depend on those before it: a document of JSON has many, and a debug id holds from its line on. So only
// lines that mean nothing but their frames are dealt out; of two in a row, the second may name the first's
// function, so whoever gets a part is shown the line behind it.
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

class Crew {
 public:
  explicit Crew(const LogWork& work);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  // Whether so much is waiting that all cores are worth it. To be asked after each line.
  bool many_at_hand(const io::Lines& lines);
  // Rewrites what comes without waiting, from a whole line on, and says how many lines that was. `number`: of
  // the first of them.
  Result<std::uint64_t> rewrite(io::Lines& lines, std::uint64_t number);

 private:
  class Worker;

  std::size_t size();

  LogWork work_;
  std::optional<std::size_t> size_;  // nothing: not decided yet, 0: one by one is all that can be done
  std::mutex common_;                // of the work's finder and tally
  std::vector<std::unique_ptr<Worker>> workers_;
  // So many bytes are at hand once that is passed for which the last look was in vain.
  std::size_t look_again_at_ = SIZE_MAX;
};

}  // namespace symkit::sourcemap

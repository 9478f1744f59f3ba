// Answers much of a log at once: each core takes parts of it, and their lines come to the last in their
// order. The meaning of a line may depend on earlier lines. A JSON document has many lines, and a debug id
// applies from its line on, so lines with these are left to one thread. Because a line may name a script's
// function of the line before, each part includes the line after it. What a Java frame means may depend on
// the exception and the frame before it, but rarely does: then its part waits for the parts before.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "answers/retrace/java_lines.h"
#include "answers/sourcemap/script_lines.h"
#include "ground/stream/line_taker.h"

namespace symkit::managed {

// What answers the frames; nothing: such frames stay as they are.
struct ManagedWork {
  std::optional<retrace::LogWork> java = {};
  std::optional<sourcemap::LogWork> scripts = {};
  bool on_all_cores = false;  // much of a log may be answered at once

  print::Output& output() const { return java ? java->output : scripts->output; }
};

// Those who answer the lines of a log on one thread; null: nobody.
struct Answerers {
  retrace::JavaLines* java = nullptr;
  sourcemap::ScriptLines* scripts = nullptr;

  bool any() const { return java != nullptr || scripts != nullptr; }
  // Whether lines after the last one may be taken together.
  bool may_take_many() const {
    return (java == nullptr || java->may_be_divided()) && (scripts == nullptr || scripts->may_be_divided());
  }
  bool may_take_together(std::string_view line) const {
    return scripts == nullptr || scripts->stands_alone(line);
  }
  // Of the lines at the beginning of a text.
  std::size_t size_without_frames(std::string_view text) const {
    return scripts != nullptr ? sourcemap::ScriptLines::size_without_frames(text) : text.size();
  }
  Result<void> take_together(std::string_view lines, std::uint64_t number) const {
    return scripts != nullptr ? scripts->take_alone(lines, number) : java->take_all(lines, number);
  }
};

// The lines at the beginning of a text that may be taken together. The text may grow.
struct Piece {
  std::size_t size = 0;
  std::size_t before = 0;    // without the last line
  bool is_complete = false;  // no other lines may follow

  void grow(std::string_view text, std::size_t most, const Answerers& own);
};

class LogCrews {
 public:
  // Only one thread works if mappings or maps are remote (lookups are announced), if source lines are shown
  // (their texts are large), if an expression finds the frames (it can be used by one thread only), or if
  // each frame must be reported in order.
  static bool may_answer(const ManagedWork& work);

  // `own` take the lines between those that are answered at once.
  LogCrews(const ManagedWork& work, Answerers own, stream::LineTaker& last);
  LogCrews(const LogCrews&) = delete;
  LogCrews& operator=(const LogCrews&) = delete;
  ~LogCrews();

  // Answers what is available without waiting, if that is much, and returns the number of its lines.
  // `number`: of the first of them.
  Result<std::uint64_t> take_many(io::Lines& lines, std::uint64_t number);

  void add_java_counts(retrace::Counts& all) const;

 private:
  struct Part;
  struct Sheet;
  class Collected;
  class Worker;
  class Crew;

  bool many_at_hand(io::Lines& lines, std::uint64_t number);
  bool hire();

  ManagedWork work_;
  Answerers own_;
  stream::LineTaker& last_;
  std::mutex common_;  // protects the work's finder and tally
  bool is_hired_ = false;
  std::vector<std::unique_ptr<retrace::MappingSource>> mappings_;  // a twin for each worker
  std::vector<std::unique_ptr<Worker>> workers_;
  std::uint64_t look_again_at_ = 0;  // after a check in vain: the line to check again at
};

}  // namespace symkit::managed

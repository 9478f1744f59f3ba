// Answers the Java and JavaScript frames of a log before its lines come to whoever reads its native frames.
#pragma once

#include <optional>

#include "answers/retrace/java_lines.h"
#include "answers/sourcemap/script_lines.h"
#include "ground/stream/line_taker.h"

namespace symkit::managed {

// What answers them; nothing: such frames stay as they are.
struct ManagedWork {
  std::optional<retrace::LogWork> java = {};
  std::optional<sourcemap::LogWork> scripts = {};
};

class ManagedLines {
 public:
  // The lines come to `last` in the end.
  ManagedLines(const ManagedWork& work, stream::LineTaker& last);

  stream::LineTaker& first() { return *first_; }
  retrace::Counts java_tally() const { return java_ ? java_->tally() : retrace::Counts(); }

 private:
  stream::LineTaker* first_;
  std::optional<retrace::JavaLines> java_;
  std::optional<sourcemap::ScriptLines> scripts_;
};

}  // namespace symkit::managed

#include "ground/stream/log_pass.h"

namespace symkit::stream {

Result<void> LogPass::read(io::Input& log) {
  io::Lines lines(log);
  first_.begin(log);
  Result<bool> more = true;
  while (more && *more && !is_over()) {
    more = take_next(lines);
    if (lines.buffered() || !more) continue;
    if (const auto done = catch_up(lines); !done) more = fail(done.error());
  }
  const auto finished = first_.finish();
  return more ? finished : fail(more.error());
}

// Returns false at the end.
Result<bool> LogPass::take_next(io::Lines& lines) {
  const auto count = first_.take_many(lines, lines_ + 1);
  if (!count) return fail(count.error());
  lines_ += *count;
  if (*count != 0) return true;
  const auto line = lines.next();
  if (!line) return fail(line.error());
  if (!*line) return false;
  if ((*line)->begins) ++lines_;
  if (const auto taken = first_.take(**line, lines_); !taken) return fail(taken.error());
  return true;
}

// Sends what is decided. Lines whose time is over do not wait for later ones any more.
Result<void> LogPass::catch_up(io::Lines& lines) {
  if (const auto sent = flush(); !sent) return sent;
  const auto patience = first_.patience();
  if (!patience || lines.ready(*patience)) return {};
  if (const auto released = first_.release(); !released) return released;
  return flush();
}

}  // namespace symkit::stream

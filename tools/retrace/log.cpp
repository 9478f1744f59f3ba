#include "retrace/log.h"

#include "io/lines.h"
#include "retrace/store_mappings.h"

namespace symkit::retrace_tool {

Log::Log(LogWork work) : work_(work) {
  work_.rewriter.observe([this](const retrace::StackLine& line, const retrace::Answer& answer) {
    summary_.count(line, answer);
    if (work_.json) append_json(work_.output.buffer(), written_number_, line, answer);
  });
}

Result<void> Log::rewrite(io::Input& input) {
  io::Lines lines(input);
  while (!work_.output.stopped()) {
    const auto line = lines.next();
    if (!line) {
      if (const auto done = release(); !done) return done;
      return fail(line.error());
    }
    if (!*line) break;
    if ((*line)->begins) ++line_number_;
    if ((*line)->begins && (*line)->ends) {
      if (auto done = take((*line)->text); !done) return done;
    } else {
      // A piece of a line that is too long to be a frame's.
      if (const auto done = release(); !done) return done;
      if (!work_.json) work_.output.write((*line)->text);
    }
    if (lines.buffered()) continue;
    if (const auto sent = work_.output.flush(); !sent) return sent;
  }
  return release();
}

Result<void> Log::take(std::string_view line) {
  if (work_.choose_ahead == nullptr) return write(line, line_number_);
  const retrace::StackLine recognised = work_.rewriter.recognised(line);
  if (holds_ && recognised.source_file.present())
    if (auto chosen = work_.choose_ahead->choose(recognised.at(recognised.source_file)); !chosen)
      return chosen;
  if (auto done = release(); !done) return done;
  if (!recognised.class_name.present() || recognised.method.present()) return write(line, line_number_);
  held_ = line;
  held_number_ = line_number_;
  holds_ = true;
  return {};
}

Result<void> Log::release() {
  if (!holds_) return {};
  holds_ = false;
  return write(held_, held_number_);
}

Result<void> Log::write(std::string_view line, std::uint64_t number) {
  written_number_ = number;
  ignored_.clear();
  const auto done = work_.rewriter.rewrite(line, work_.json ? ignored_ : work_.output.buffer());
  work_.output.written();
  return done;
}

}  // namespace symkit::retrace_tool

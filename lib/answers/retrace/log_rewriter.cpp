#include "answers/retrace/log_rewriter.h"

#include "logs/crashlog/without_colours.h"

namespace symkit::retrace {

Result<void> LogRewriter::rewrite(io::Input& input) {
  io::Lines lines(input);
  while (!work_.output.stopped()) {
    if (!ahead_.empty() && !lines.ready(ahead_.patience())) {
      if (const auto done = write_waiting(); !done) return done;
      if (const auto sent = work_.output.flush(); !sent) return sent;
    }
    const auto line = lines.next();
    if (!line) {
      if (const auto done = write_all_waiting(); !done) return done;
      return fail(line.error());
    }
    if (!*line) break;
    if (line_number_ == 0) begin(**line, input);
    if (const auto done = take(**line); !done) return done;
    if (!is_of_documents_ && crew_.many_at_hand(lines)) {
      const auto count = crew_.rewrite(lines, line_number_ + 1);
      if (!count) return fail(count.error());
      line_number_ += *count;
    }
    if (lines.buffered()) continue;
    if (const auto sent = work_.output.flush(); !sent) return sent;
  }
  return write_all_waiting();
}

// A file whose first line is only a bracket consists of JSON documents; other logs are not searched for
// them.
void LogRewriter::begin(const io::Line& first, io::Input& input) {
  is_of_documents_ = crashlog::DocumentCapture::is_opening(crashlog::WithoutColours(first.text).text());
  documents_.guess(is_of_documents_ && static_cast<bool>(input.again()));
}

Result<void> LogRewriter::take(const io::Line& line) {
  if (line.begins) ++line_number_;
  if (line.begins && line.ends) {
    if (!is_of_documents_) return take_line(line.text, line_number_);
    Result<void> done;
    documents_.take(
        line.text, line_number_,
        [&](const crashlog::LogLine& one) {
          if (done) done = take_line(one.text, one.number);
        },
        [&](const crashlog::LogLine& document) {
          done = write_waiting();
          if (done)
            done = crew_.current().write_document(document.text, document.number, work_.output.buffer());
          work_.output.written();
        });
    return done;
  }
  // Part of a line that is too long to be a frame.
  if (const auto done = write_all_waiting(); !done) return done;
  if (!work_.json) work_.output.write(line.text);
  return {};
}

Result<void> LogRewriter::take_line(std::string_view line, std::uint64_t number) {
  if (!work_.choose_ahead) return write(line, number);
  return ahead_.take(crew_.current().rewriter(), line, number, write_);
}

// Also writes the lines of an incomplete document.
Result<void> LogRewriter::write_all_waiting() {
  Result<void> done;
  documents_.release([&](const crashlog::LogLine& line) {
    if (done) done = take_line(line.text, line.number);
  });
  return done ? write_waiting() : done;
}

Result<void> LogRewriter::write_waiting() { return ahead_.release(write_); }

Result<void> LogRewriter::write(std::string_view line, std::uint64_t number) {
  const auto done = crew_.current().write(line, number, work_.output.buffer());
  work_.output.written();
  return done;
}

}  // namespace symkit::retrace

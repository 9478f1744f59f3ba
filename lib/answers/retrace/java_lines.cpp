#include "answers/retrace/java_lines.h"

#include <algorithm>

#include "answers/retrace/plain_lines.h"
#include "ground/base/each_line.h"
#include "ground/stream/text_lines.h"
#include "logs/crashlog/without_colours.h"

namespace symkit::retrace {

void JavaLines::begin(io::Input& log) {
  log_ = &log;
  Answerer::begin(log);
}

// A file whose first line is only a bracket consists of JSON documents; other logs are not searched for
// them.
void JavaLines::guess_documents(std::string_view first) {
  is_of_documents_ = crashlog::DocumentCapture::is_opening(crashlog::WithoutColours(first).text());
  documents_.guess(is_of_documents_ && static_cast<bool>(log_->again()));
  log_ = nullptr;
}

Result<void> JavaLines::take(const io::Line& line, std::uint64_t number) {
  if (log_ != nullptr) guess_documents(line.text);
  if (line.is_answered && waiting_.empty()) return next_.take(line, number);
  if (passes_plain_lines() && plain_lines(line.text) != 0) return next_.take(line, number);
  if (line.begins && line.ends)
    return is_of_documents_ ? take_in_document(line.text, number) : take_line(line.text, number);
  // Part of a line that is too long to be a frame.
  if (const auto done = finish_own(); !done) return done;
  return next_.take(line, number);
}

Result<void> JavaLines::take_all(std::string_view lines, std::uint64_t number) {
  if (!may_be_divided()) return Answerer::take_all(lines, number);
  while (!lines.empty()) {
    const std::size_t plain = passes_plain_lines() ? plain_lines(lines) : 0;
    const std::size_t size = plain != 0 ? plain : std::min(lines.find('\n'), lines.size() - 1) + 1;
    const std::string_view taken = lines.substr(0, size);
    const auto done = plain != 0 ? next_.take_all(taken, number) : take_line(taken, number);
    if (!done) return done;
    number += plain != 0 ? count_line_ends(taken) : 1;
    lines.remove_prefix(size);
  }
  return {};
}

// Whether lines without names can pass as they are.
bool JavaLines::passes_plain_lines() const {
  return log_ == nullptr && !is_of_documents_ && !work_.choose_ahead && work_.how.pattern == nullptr;
}

Result<void> JavaLines::take_in_document(std::string_view line, std::uint64_t number) {
  Result<void> done;
  documents_.take(
      line, number,
      [&](const crashlog::LogLine& one) {
        if (done) done = take_line(one.text, one.number);
      },
      [&](const crashlog::LogLine& document) {
        if (done) done = write_document(document);
      });
  return done;
}

Result<void> JavaLines::write_document(const crashlog::LogLine& document) {
  if (const auto done = waiting_.release(write_); !done) return done;
  text_.clear();
  const auto done = scribe_.write_document(document.text, document.number, text_, work_.output.buffer());
  work_.output.written();
  if (!done) return done;
  return stream::take_document(next_, scribe_.has_told() ? document.text : std::string_view(text_),
                               crashlog::first_line_of(document), document.number);
}

Result<void> JavaLines::take_line(std::string_view line, std::uint64_t number) {
  if (!work_.choose_ahead) return write(line, number);
  return waiting_.take(scribe_.rewriter(), line, number, write_);
}

std::optional<std::chrono::milliseconds> JavaLines::own_patience() const {
  return waiting_.empty() ? std::nullopt : std::optional(waiting_.patience());
}

// Also passes on the lines of an incomplete document.
Result<void> JavaLines::finish_own() {
  Result<void> done;
  documents_.release([&](const crashlog::LogLine& line) {
    if (done) done = take_line(line.text, line.number);
  });
  return done ? waiting_.release(write_) : done;
}

// A line that is told as JSON passes on as it is.
Result<void> JavaLines::write(std::string_view line, std::uint64_t number) {
  text_.clear();
  const auto done = scribe_.write(line, number, text_, work_.output.buffer());
  work_.output.written();
  if (!done) return done;
  if (scribe_.has_told()) return stream::take_text(next_, line, number);
  // Strings of a line may hold other frames besides.
  return stream::take_text(next_, text_, number, scribe_.has_retraced() && !line.contains('"'));
}

}  // namespace symkit::retrace

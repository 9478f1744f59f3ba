#include "answers/rewrite/native_rewriter.h"

#include <optional>
#include <utility>
#include <vector>

#include "ground/base/each_line.h"

namespace symkit::rewrite {

NativeRewriter::NativeRewriter(const NativeWork& work, const crashlog::Knowledge& known,
                               AddressLines* addresses)
    : work_(work),
      addresses_(addresses),
      writer_(work_),
      stacks_(work_.resolver, writer_),
      document_(work_, writer_),
      walk_(*this, known) {}

Result<void> NativeRewriter::rewrite(io::Input& input) {
  io::Lines lines(input);
  walk_.begin(input);
  Result<void> done;
  work_.resolver.begin_log();
  has_frames_ = false;
  while (done && !work_.output.stopped()) {
    if (addresses_ == nullptr && walk_.take_plain(lines)) {
      if (!lines.buffered()) done = flush(lines);
      continue;
    }
    const auto line = lines.next();
    if (!line) {
      done = fail(line.error());
    } else if (!*line) {
      break;
    } else {
      done = rewrite_from(**line, lines);
      if (done && !lines.buffered()) done = flush(lines);
    }
  }
  walk_.finish();
  stacks_.release();
  return done;
}

// The input may be live: decided lines are written, and a stack whose end is late is answered.
Result<void> NativeRewriter::flush(io::Lines& lines) {
  auto done = work_.output.flush();
  if (!done || stacks_.empty() || lines.ready(stacks_.patience())) return done;
  stacks_.release();
  return work_.output.flush();
}

// Rewrites a line and, if it is an address, also the address lines after it: there may be very many.
Result<void> NativeRewriter::rewrite_from(const io::Line& first, io::Lines& lines) {
  for (std::optional<io::Line> line = first; line;) {
    is_address_ = false;
    if (line->begins && line->ends && walk_.is_between_reports() && answer_address(line->text)) {
      walk_.skip(1);
    } else {
      walk_.take(*line);
    }
    line.reset();
    if (!is_address_) continue;
    const auto run = addresses_->answer_waiting(lines);
    if (!run) return fail(run.error());
    walk_.skip(run->lines);
    line = run->next;
  }
  return {};
}

bool NativeRewriter::answer_address(std::string_view line) {
  if (addresses_ == nullptr) return false;
  if (!stacks_.empty()) {
    if (!addresses_->is_address(line)) return false;
    stacks_.release();
  }
  return is_address_ = addresses_->answer_line(line);
}

void NativeRewriter::pass(std::string_view bytes) {
  stacks_.release();
  writer_.pass(bytes);
}

// Addresses in the line are looked up only if guesses are wanted and there is nothing better.
void NativeRewriter::unknown(const crashlog::LogLine& line) {
  if (!line.is_whole()) return line.stands_alone ? context(line) : pass(line.raw);
  if (walk_.is_between_reports() && answer_address(line.raw)) return;  // it might have begun a document
  guess_.clear();
  const std::string_view end = line_end_of(line.raw);
  const std::string_view content = line.raw.substr(0, line.raw.size() - end.size());
  if (has_frames_ || work_.json || addresses_ == nullptr || !addresses_->append_guess(content, guess_))
    return pass(line.raw);
  pass(content);
  writer_.pass(guess_);
  writer_.pass(end);
}

// A frame that has its place already may occur between others.
void NativeRewriter::context(const crashlog::LogLine& line) {
  if (!stacks_.take_between(line)) pass(line.raw);
}

void NativeRewriter::frames(FramesOfLine& line) {
  has_frames_ = true;
  stacks_.frames(line);
}

void NativeRewriter::begin_document(const CapturedDocument& document) {
  stacks_.release();
  document_.begin(document);
}

}  // namespace symkit::rewrite

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
      stacks_(work_.resolver, *this),
      document_(work_, writer_),
      walk_(*this, known) {}

void NativeRewriter::begin(io::Input& log) {
  walk_.begin(log);
  work_.resolver.begin_log();
  has_frames_ = false;
}

Result<void> NativeRewriter::take(const io::Line& line, std::uint64_t number) {
  is_address_ = false;
  if (line.is_answered && walk_.take_answered(line)) return {};
  if (!line.begins || !line.ends || !walk_.is_between_reports() || !answer_address(line.text))
    walk_.take(line, number);
  return {};
}

// Lines that cannot matter; after an address the addresses behind it, as there may be very many.
Result<std::uint64_t> NativeRewriter::take_many(io::Lines& lines, std::uint64_t number) {
  if (addresses_ == nullptr) return walk_.take_plain(lines);
  if (!is_address_) return 0;
  const auto run = addresses_->answer_waiting(lines);
  if (!run) return fail(run.error());
  is_address_ = false;
  if (!run->next) return run->lines;
  const std::uint64_t count = run->lines + (run->next->begins ? 1 : 0);
  const auto taken = take(*run->next, number + count - 1);
  return taken ? Result<std::uint64_t>(count) : fail(taken.error());
}

// A stack whose end is late is answered.
std::optional<std::chrono::milliseconds> NativeRewriter::patience() const {
  return stacks_.empty() ? std::nullopt : std::optional(stacks_.patience());
}

Result<void> NativeRewriter::release() {
  stacks_.release();
  return {};
}

Result<void> NativeRewriter::finish() {
  walk_.finish();
  return release();
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

// Waits until the end of the report, so that all its frames are seen before the first is answered.
void NativeRewriter::document_line(const DocumentLine& line) {
  document_.expect(line.place);
  stacks_.hold({.raw = line.text, .text = line.text}, line.frame, line.named);
}

}  // namespace symkit::rewrite

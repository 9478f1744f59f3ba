#include "answers/rewrite/native_rewriter.h"

#include <vector>

#include "ground/base/each_line.h"

namespace symkit::rewrite {

NativeRewriter::NativeRewriter(const NativeWork& work, const crashlog::Knowledge& known,
                               AddressLines* addresses, Listener* also)
    : AnsweringWalk(
          &work.resolver,
          also == nullptr ? std::vector<Listener*>{&writer_} : std::vector<Listener*>{&writer_, also},
          also == nullptr ? crashlog::ReadFor::Answers : crashlog::ReadFor::Names, known),
      work_(work),
      addresses_(addresses),
      writer_(work_) {}

Result<void> NativeRewriter::take(const io::Line& line, std::uint64_t number) {
  is_address_ = false;
  const bool may_be_address = addresses_ != nullptr && !line.is_answered && line.begins && line.ends;
  if (may_be_address && is_between_reports() && answer_address(line.text)) return {};
  return AnsweringWalk::take(line, number);
}

// Lines that cannot matter; after an address the addresses behind it, as there may be very many.
Result<std::uint64_t> NativeRewriter::take_many(io::Lines& lines, std::uint64_t number) {
  if (addresses_ == nullptr) return AnsweringWalk::take_many(lines, number);
  if (!is_address_) return 0;
  const auto run = addresses_->answer_waiting(lines);
  if (!run) return fail(run.error());
  is_address_ = false;
  if (!run->next) return run->lines;
  const std::uint64_t count = run->lines + (run->next->begins ? 1 : 0);
  const auto taken = take(*run->next, number + count - 1);
  return taken ? Result<std::uint64_t>(count) : fail(taken.error());
}

bool NativeRewriter::answer_address(std::string_view line) {
  if (is_waiting()) {
    if (!addresses_->is_address(line)) return false;
    if (!release()) return false;
  }
  return is_address_ = addresses_->answer_line(line);
}

// Addresses in the line are looked up only if guesses are wanted and there is nothing better.
void NativeRewriter::unknown(const crashlog::LogLine& line) {
  if (!line.is_whole() || addresses_ == nullptr) return AnsweringWalk::unknown(line);
  if (is_between_reports() && answer_address(line.raw)) return;  // it might have begun a document
  guess_.clear();
  const std::string_view end = line_end_of(line.raw);
  const std::string_view content = line.raw.substr(0, line.raw.size() - end.size());
  if (has_frames() || work_.json || !addresses_->append_guess(content, guess_))
    return AnsweringWalk::unknown(line);
  for (const std::string_view part : {content, std::string_view(guess_), end}) pass(part);
}

}  // namespace symkit::rewrite

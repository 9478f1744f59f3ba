#include "answers/sourcemap/crew.h"

#include <algorithm>
#include <string>
#include <utility>

#include "answers/sourcemap/twin_maps.h"
#include "ground/io/workers.h"
#include "ground/print/ordered_output.h"
#include "logs/crashlog/without_colours.h"

namespace symkit::sourcemap {
namespace {

// The size of a worker's part of the log: its results should stay in the cache.
constexpr std::size_t bytes_in_part = 16 * 1024;
constexpr std::size_t longest_part = 64 * bytes_in_part;
// Starting threads is worthwhile from this size on.
constexpr std::size_t worth_threads = 4 * bytes_in_part;
constexpr std::size_t most_workers = 16;

// Whether a line has nothing but frames. Debug ids and JSON frames have quotation marks, and a document
// may begin with a bracket at the end of a line.
bool means_only_frames(std::string_view line) {
  if (begins_as_frame(line)) return true;
  if (line.contains('"')) return false;
  const crashlog::WithoutColours without(line);
  const std::size_t last = without.text().find_last_not_of(" \t\r\n");
  return last == std::string_view::npos || (without.text()[last] != '{' && without.text()[last] != '[');
}

// The plain, complete lines at the beginning of a text.
struct PlainLines {
  std::size_t size = 0;           // of all of them
  std::size_t size_but_last = 0;  // without the last one, so that each has a next line
  std::size_t behind_others = 0;  // after the first line that is not plain
  bool may_go_on = true;          // all lines up to here are plain
};

// Counts up to about this many bytes.
PlainLines plain_lines(std::string_view text, std::size_t most) {
  PlainLines lines;
  while (lines.size_but_last < most) {
    const std::size_t end = text.find('\n', lines.size) + 1;
    lines.behind_others = end == 0 ? lines.size : end;
    if (end == 0) return lines;
    lines.may_go_on = means_only_frames(text.substr(lines.size, end - lines.size));
    if (!lines.may_go_on) return lines;
    lines.size_but_last = std::exchange(lines.size, end);
  }
  return lines;
}

struct LogPart {
  std::uint64_t number = 0;
  std::uint64_t first_line = 0;
  std::string text;      // the part, followed by …
  std::size_t size = 0;  // … the next line

  std::string_view own() const { return std::string_view(text).substr(0, size); }
  std::string_view next() const { return std::string_view(text).substr(size); }
};

// Hands out the log in parts as long as text is available without waiting.
class LogParts {
 public:
  LogParts(io::Lines& lines, std::uint64_t first_line) : lines_(lines), first_line_(first_line) {}

  // Returns false at the end.
  bool take(LogPart& part) {
    const std::scoped_lock locked(lock_);
    ended_ = ended_ || !gather(part);
    if (ended_) return false;
    part.number = next_++;
    part.first_line = first_line_ + count_;
    count_ += static_cast<std::uint64_t>(std::ranges::count(part.own(), '\n'));
    return true;
  }

  void end() {
    const std::scoped_lock locked(lock_);
    ended_ = true;
  }

  std::uint64_t count() const { return count_; }

 private:
  bool gather(LogPart& part) {
    PlainLines plain = plain_lines(lines_.at_hand(), bytes_in_part);
    while (plain.size_but_last == 0 && plain.may_go_on && lines_.at_hand().size() < longest_part &&
           lines_.more())
      plain = plain_lines(lines_.at_hand(), bytes_in_part);
    if (plain.size_but_last == 0) return false;
    part.text = lines_.at_hand().substr(0, plain.size);
    part.size = plain.size_but_last;
    return !lines_.whole_lines(part.size).empty();
  }

  io::Lines& lines_;
  std::uint64_t first_line_;
  std::mutex lock_;  // guards the members below
  std::uint64_t next_ = 0;
  std::uint64_t count_ = 0;
  bool ended_ = false;
};

}  // namespace

class Crew::Worker {
 public:
  Worker(const LogWork& work, Tally& tally, std::mutex& common)
      : maps_(work.finder, common),
        resolver_(maps_, work.resolver.options()),
        text_(resolver_, tally, work.style, written_) {}

  void rewrite(LogParts& parts, print::OrderedOutput& output) {
    maps_.begin();
    LogPart part;
    while (parts.take(part)) {
      rewrite(part);
      out_ = output.finish(part.number, std::move(out_));
      if (output.stopped()) parts.end();
    }
  }

 private:
  void rewrite(const LogPart& part) {
    text_.take_all(part.own(), part.first_line, out_);
    text_.release_before(part.next(), out_);
  }

  TwinMaps maps_;
  Resolver resolver_;
  std::string out_;
  stream::AppendedLines written_{out_};
  TextRewriter text_;
};

Crew::Crew(const LogWork& work, bool writes) : work_(work), writes_(writes) {}

Crew::~Crew() = default;

// Only one thread works if maps are remote (lookups are announced), if source lines are shown (their
// texts are large), or if each line must be reported in order.
std::size_t Crew::size() {
  if (size_) return *size_;
  const bool is_nobody =
      !writes_ || work_.style.context != 0 || work_.finder.is_far() || work_.tally.another() == nullptr;
  size_ = is_nobody ? 0 : std::min<std::size_t>(io::default_jobs(), most_workers);
  workers_.resize(*size_);
  return *size_;
}

bool Crew::many_at_hand(const io::Lines& lines) {
  const std::string_view at_hand = lines.at_hand();
  if (at_hand.size() < worth_threads || at_hand.size() > look_again_at_ || lines.whole_line().empty() ||
      size() == 0)
    return false;
  const PlainLines plain = plain_lines(at_hand, worth_threads);
  const bool many = plain.size_but_last >= worth_threads;
  look_again_at_ = many ? SIZE_MAX : at_hand.size() - plain.behind_others;
  return many;
}

Result<std::uint64_t> Crew::rewrite(io::Lines& lines, std::uint64_t number) {
  LogParts parts(lines, number);
  print::OrderedOutput output(work_.output, size() * 4);
  io::for_each_item(static_cast<unsigned>(size()), size(), [&](unsigned, std::size_t at) {
    if (workers_[at] == nullptr) {
      // Allocated by its own thread: data that two threads write all the time must not be adjacent.
      const std::scoped_lock locked(common_);
      workers_[at] = std::make_unique<Worker>(work_, *work_.tally.another(), common_);
    }
    workers_[at]->rewrite(parts, output);
  });
  if (const auto sent = work_.output.flush(); !sent) return fail(sent.error());
  return parts.count();
}

}  // namespace symkit::sourcemap

#include "answers/sourcemap/many_lines.h"

#include <algorithm>
#include <string>
#include <utility>

#include "answers/sourcemap/twin_maps.h"
#include "ground/stream/crew.h"
#include "logs/crashlog/without_colours.h"
#include "logs/script/stack_line.h"

namespace symkit::sourcemap {
namespace {

// The size of a worker's part of the log: its results should stay in the cache.
constexpr std::size_t bytes_in_part = 16 * 1024;
constexpr std::size_t longest_part = 64 * bytes_in_part;
// Starting threads is worthwhile from this size on.
constexpr std::size_t worth_threads = 4 * bytes_in_part;

// Whether a line has nothing but frames. Debug ids and JSON frames have quotation marks, and a document
// may begin with a bracket at the end of a line.
bool means_only_frames(std::string_view line) {
  if (script::begins_as_frame(line)) return true;
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

}  // namespace

struct ManyLines::LogPart : stream::BulkPart {
  std::uint64_t first_line = 0;
  std::string text;      // the part, followed by …
  std::size_t size = 0;  // … the next line

  std::string_view own() const { return std::string_view(text).substr(0, size); }
  std::string_view next() const { return std::string_view(text).substr(size); }
};

class ManyLines::Worker {
 public:
  Worker(const LogWork& work, Tally& tally, std::mutex& common)
      : maps_(work.finder, common),
        resolver_(maps_, work.resolver.options()),
        text_(resolver_, tally, work.style, written_) {}

  void begin() { maps_.begin(); }
  void rewrite(const LogPart& part, std::string& out) {
    out_.swap(out);
    text_.take_all(part.own(), part.first_line, out_);
    text_.release_before(part.next(), out_);
    out_.swap(out);
  }

 private:
  TwinMaps maps_;
  Resolver resolver_;
  std::string out_;
  stream::AppendedLines written_{out_};
  TextRewriter text_;
};

// Rewrites the log as long as plain lines are available without waiting.
class ManyLines::LogCrew final : public stream::Crew<LogPart> {
 public:
  LogCrew(ManyLines& all, io::Lines& lines, std::uint64_t first_line)
      : Crew(all.work_.output, all.size()), all_(all), lines_(lines), next_line_(first_line) {}

  std::uint64_t next_line() const { return next_line_; }

 private:
  bool cut(LogPart& part) override {
    PlainLines plain = plain_lines(lines_.at_hand(), bytes_in_part);
    while (plain.size_but_last == 0 && plain.may_go_on && lines_.at_hand().size() < longest_part &&
           lines_.more())
      plain = plain_lines(lines_.at_hand(), bytes_in_part);
    if (plain.size_but_last == 0) return false;
    part.text = lines_.at_hand().substr(0, plain.size);
    part.size = plain.size_but_last;
    if (lines_.whole_lines(part.size).empty()) return false;
    part.first_line = next_line_;
    next_line_ += static_cast<std::uint64_t>(std::ranges::count(part.own(), '\n'));
    return true;
  }
  void begin(std::size_t worker) override {
    auto& own = all_.workers_[worker];
    if (own == nullptr) {
      const std::scoped_lock locked(all_.common_);
      own = std::make_unique<Worker>(all_.work_, *all_.work_.tally.another(), all_.common_);
    }
    own->begin();
  }
  Result<void> answer(std::size_t worker, LogPart& part, stream::Sheet& sheet) override {
    all_.workers_[worker]->rewrite(part, sheet.text);
    return {};
  }

  ManyLines& all_;
  io::Lines& lines_;
  std::uint64_t next_line_;
};

ManyLines::ManyLines(const LogWork& work, bool writes) : work_(work), writes_(writes) {}

ManyLines::~ManyLines() = default;

// Only one thread works if maps are remote (lookups are announced), if source lines are shown (their
// texts are large), or if each line must be reported in order.
std::size_t ManyLines::size() {
  if (size_) return *size_;
  const bool is_nobody =
      !writes_ || work_.style.context != 0 || work_.finder.is_far() || work_.tally.another() == nullptr;
  size_ = is_nobody ? 0 : stream::most_workers();
  workers_.resize(*size_);
  return *size_;
}

bool ManyLines::many_at_hand(const io::Lines& lines) {
  const std::string_view at_hand = lines.at_hand();
  if (at_hand.size() < worth_threads || at_hand.size() > look_again_at_ || lines.whole_line().empty() ||
      size() == 0)
    return false;
  const PlainLines plain = plain_lines(at_hand, worth_threads);
  const bool many = plain.size_but_last >= worth_threads;
  look_again_at_ = many ? SIZE_MAX : at_hand.size() - plain.behind_others;
  return many;
}

Result<std::uint64_t> ManyLines::rewrite(io::Lines& lines, std::uint64_t number) {
  LogCrew crew(*this, lines, number);
  if (const auto done = crew.work(); !done) return fail(done.error());
  return crew.next_line() - number;
}

}  // namespace symkit::sourcemap

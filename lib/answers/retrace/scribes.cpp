#include "answers/retrace/scribes.h"

#include "ground/stream/crew.h"

namespace symkit::retrace {
namespace {

// The size of a worker's part of the log, which extends to the next exception: its results should stay in
// the cache.
constexpr std::size_t bytes_in_part = 16 * 1024;
// A longer text without an exception is left to one thread.
constexpr std::size_t longest_part = 8 * bytes_in_part;
// Starting threads is worthwhile from this size on.
constexpr std::size_t worth_threads = 2 * bytes_in_part;

struct LogPart : stream::BulkPart {
  std::uint64_t first_line = 0;
  std::string text;
};

// Rewrites the log as long as text is available without waiting.
class LogCrew final : public stream::Crew<LogPart> {
 public:
  LogCrew(const LogWork& work, std::deque<Scribe>& scribes, const LineRewriter& rewriter, io::Lines& lines,
          std::uint64_t first_line)
      : Crew(work.output, scribes.size()),
        tells_(work.told != Told::Nothing),
        scribes_(scribes),
        rewriter_(rewriter),
        lines_(lines),
        next_line_(first_line) {}

  std::uint64_t next_line() const { return next_line_; }

 private:
  bool cut(LogPart& part) override {
    part.first_line = next_line_;
    part.text.clear();
    is_over_ = is_over_ || !gather(part.text);
    return !part.text.empty();
  }

  // False: no other part may follow this one.
  bool gather(std::string& text) {
    while (text.size() < longest_part && lines_.ready()) {
      const std::string_view line = lines_.whole_line();
      if (line.empty()) return false;
      if (text.size() >= bytes_in_part && rewriter_.begins_anew(line)) return true;
      text += line;
      ++next_line_;
      if (!lines_.next()) return false;
    }
    return false;
  }

  // Writes the lines, or their JSON objects.
  Result<void> answer(std::size_t worker, LogPart& part, stream::Sheet& sheet) override {
    Scribe& scribe = scribes_[worker];
    scribe.forget();
    std::string_view left = part.text;
    std::string not_wanted;
    for (std::uint64_t number = part.first_line; !left.empty(); ++number) {
      const std::size_t end = left.find('\n') + 1;
      not_wanted.clear();
      const auto done = scribe.write(left.substr(0, end), number, tells_ ? not_wanted : sheet.text,
                                     tells_ ? sheet.text : not_wanted);
      if (!done) return done;
      left.remove_prefix(end);
    }
    return {};
  }

  bool tells_;
  std::deque<Scribe>& scribes_;
  const LineRewriter& rewriter_;
  io::Lines& lines_;
  std::uint64_t next_line_;
  bool is_over_ = false;
};

}  // namespace

Scribes::Scribes(const LogWork& work, bool writes)
    : work_(work), workers_(stream::most_workers()), current_(nullptr) {
  current_ = &scribes_.emplace_back(work_.how, work_.mappings, work_.told);
  // The matcher of an expression can be used by one thread only.
  if (!writes || work_.how.pattern != nullptr || work_.choose_ahead) workers_ = 1;
}

bool Scribes::many_at_hand(const io::Lines& lines) const {
  return workers_ > 1 && lines.at_hand().size() >= worth_threads && !current_->rewriter().remembers();
}

// Creates the other scribes, only when they are needed: most logs are short.
void Scribes::gather() {
  while (scribes_.size() < workers_) {
    auto twin = work_.mappings.twin();
    if (!twin) break;
    scribes_.emplace_back(work_.how, *twin, work_.told);
    twins_.push_back(std::move(twin));
  }
  workers_ = static_cast<unsigned>(scribes_.size());
}

Result<std::uint64_t> Scribes::rewrite(io::Lines& lines, std::uint64_t number) {
  gather();
  if (workers_ == 1) return 0;
  LogCrew crew(work_, scribes_, current_->rewriter(), lines, number);
  if (const auto done = crew.work(); !done) return fail(done.error());
  // It has the state for what follows.
  if (crew.last()) current_ = &scribes_[*crew.last()];
  return crew.next_line() - number;
}

Counts Scribes::tally() const {
  Counts all;
  for (const Scribe& scribe : scribes_) all.add(scribe.tally());
  return all;
}

}  // namespace symkit::retrace

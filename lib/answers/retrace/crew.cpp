#include "answers/retrace/crew.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "ground/io/workers.h"
#include "ground/print/ordered_output.h"

namespace symkit::retrace {
namespace {

// The size of a worker's part of the log, which extends to the next exception: its results should stay in
// the cache.
constexpr std::size_t bytes_in_part = 16 * 1024;
// A longer text without an exception is left to one thread.
constexpr std::size_t longest_part = 8 * bytes_in_part;
// Starting threads is worthwhile from this size on.
constexpr std::size_t worth_threads = 2 * bytes_in_part;
constexpr unsigned most_workers = 16;

struct Part {
  std::uint64_t number = 0;
  std::uint64_t first_line = 0;
  std::string text;
  bool is_last = false;
};

// Hands out parts of the log as long as text is available without waiting.
class Parts {
 public:
  Parts(io::Lines& lines, const LineRewriter& rewriter, std::uint64_t first_line)
      : lines_(lines), rewriter_(rewriter), first_line_(first_line) {}

  // Returns false at the end.
  bool take(Part& part) {
    const std::scoped_lock locked(lock_);
    if (ended_) return false;
    part.number = next_++;
    part.first_line = first_line_ + count_;
    part.text.clear();
    gather(part.text);
    part.is_last = ended_;
    return true;
  }

  void end() {
    const std::scoped_lock locked(lock_);
    ended_ = true;
  }
  void fail(std::uint64_t part, Error error) {
    const std::scoped_lock locked(lock_);
    ended_ = true;
    if (!error_ || part < failed_part_) error_ = std::move(error);
    failed_part_ = std::min(failed_part_, part);
  }

  std::uint64_t count() const { return count_; }
  const std::optional<Error>& error() const { return error_; }

 private:
  void gather(std::string& text) {
    while (text.size() < longest_part && lines_.ready()) {
      const std::string_view line = lines_.whole_line();
      if (line.empty()) break;
      if (text.size() >= bytes_in_part && rewriter_.begins_anew(line)) return;
      text += line;
      ++count_;
      if (!lines_.next()) break;
    }
    ended_ = true;
  }

  io::Lines& lines_;
  const LineRewriter& rewriter_;
  std::uint64_t first_line_;
  std::mutex lock_;  // guards the members below
  std::uint64_t next_ = 0;
  std::uint64_t count_ = 0;
  bool ended_ = false;
  std::uint64_t failed_part_ = UINT64_MAX;
  std::optional<Error> error_;
};

// Appends the lines to `out`, or their JSON objects.
Result<void> write_part(Scribe& scribe, const Part& part, bool tells, std::string& out) {
  std::string_view left = part.text;
  std::string not_wanted;
  for (std::uint64_t number = part.first_line; !left.empty(); ++number) {
    const std::size_t end = left.find('\n') + 1;
    not_wanted.clear();
    const auto done =
        scribe.write(left.substr(0, end), number, tells ? not_wanted : out, tells ? out : not_wanted);
    if (!done) return done;
    left.remove_prefix(end);
  }
  return {};
}

// Returns whether this scribe wrote the last part, and so has the state for what follows.
bool write_parts(Scribe& scribe, Parts& parts, bool tells, print::OrderedOutput& output) {
  Part part;
  std::string out;
  while (parts.take(part)) {
    scribe.forget();
    if (const auto done = write_part(scribe, part, tells, out); !done) {
      parts.fail(part.number, done.error());
      output.finish_last(part.number, std::move(out));
      return false;
    }
    out = output.finish(part.number, std::move(out));
    if (output.stopped()) parts.end();
    if (part.is_last) return true;
  }
  return false;
}

}  // namespace

Crew::Crew(const LogWork& work, bool writes)
    : work_(work), workers_(std::min(io::default_jobs(), most_workers)), current_(nullptr) {
  current_ = &scribes_.emplace_back(work_.how, work_.mappings, work_.told);
  // The matcher of an expression can be used by one thread only.
  if (!writes || work_.how.pattern != nullptr || work_.choose_ahead) workers_ = 1;
}

bool Crew::many_at_hand(const io::Lines& lines) const {
  return workers_ > 1 && lines.at_hand().size() >= worth_threads && !current_->rewriter().remembers();
}

// Creates the other scribes, only when they are needed: most logs are short.
void Crew::gather() {
  while (scribes_.size() < workers_) {
    auto twin = work_.mappings.twin();
    if (!twin) break;
    scribes_.emplace_back(work_.how, *twin, work_.told);
    twins_.push_back(std::move(twin));
  }
  workers_ = static_cast<unsigned>(scribes_.size());
}

Result<std::uint64_t> Crew::rewrite(io::Lines& lines, std::uint64_t number) {
  gather();
  if (workers_ == 1) return 0;
  Parts parts(lines, current_->rewriter(), number);
  print::OrderedOutput output(work_.output, std::size_t{workers_} * 4);
  Scribe* last = current_;
  io::for_each_item(workers_, workers_, [&](unsigned, std::size_t at) {
    if (write_parts(scribes_[at], parts, work_.told != Told::Nothing, output)) last = &scribes_[at];
  });
  current_ = last;
  if (parts.error()) return fail(*parts.error());
  if (const auto sent = work_.output.flush(); !sent) return fail(sent.error());
  return parts.count();
}

Tally Crew::tally() const {
  Tally all;
  for (const Scribe& scribe : scribes_) all.add(scribe.tally());
  return all;
}

}  // namespace symkit::retrace

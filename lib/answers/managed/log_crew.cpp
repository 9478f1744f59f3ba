#include "answers/managed/log_crew.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <string>
#include <utility>

#include "answers/sourcemap/twin_maps.h"
#include "ground/base/each_line.h"
#include "ground/stream/crew.h"

namespace symkit::managed {
namespace {

// The size of a worker's part of the log: its results should stay in the cache.
constexpr std::size_t bytes_in_part = 16 * 1024;
// A longer line is left to one thread.
constexpr std::size_t longest_line = 8 * bytes_in_part;
// Starting threads is worthwhile from this size on.
constexpr std::size_t worth_threads = 4 * bytes_in_part;

}  // namespace

struct LogCrews::Part : stream::BulkPart {
  std::uint64_t first_line = 0;
  std::string text;      // the part, followed by …
  std::size_t size = 0;  // … the next line

  std::string_view own() const { return std::string_view(text).substr(0, size); }
  std::string_view next() const { return std::string_view(text).substr(size); }
};

// The lines of a part as the last takes them, in runs, and the JSON objects about them.
struct LogCrews::Sheet {
  struct Run {
    std::size_t end = 0;      // in the text
    std::size_t objects = 0;  // the end of those before its lines
    std::uint64_t number = 0;
    bool is_answered = false;
  };

  std::string text;
  std::string objects;
  std::vector<Run> runs;
  std::optional<retrace::Retracer::Context> context;  // after the part; nothing: as before it
};

class LogCrews::Collected final : public stream::LineTaker {
 public:
  explicit Collected(bool numbers_matter) : numbers_matter_(numbers_matter) {}

  void begin(io::Input& /*log*/) override {}
  Result<void> take(const io::Line& line, std::uint64_t number) override {
    add(line.text, number, 1, line.is_answered);
    return {};
  }
  Result<void> take_all(std::string_view lines, std::uint64_t number) override {
    add(lines, number, count_line_ends(lines), false);
    return {};
  }
  Result<void> finish() override { return {}; }

  print::Output& objects() { return objects_; }
  void begin_sheet(Sheet& sheet) { sheet_ = &sheet; }
  void end_sheet() { static_cast<void>(objects_.flush()); }

 private:
  void add(std::string_view lines, std::uint64_t number, std::uint64_t count, bool is_answered) {
    const std::size_t objects = sheet_->objects.size() + objects_.buffer().size();
    const bool goes_on =
        !sheet_->runs.empty() && sheet_->runs.back().objects == objects &&
        (!numbers_matter_ || (number == next_number_ && sheet_->runs.back().is_answered == is_answered));
    if (!goes_on) sheet_->runs.push_back({0, objects, number, is_answered});
    sheet_->text += lines;
    sheet_->runs.back().end = sheet_->text.size();
    next_number_ = number + count;
  }

  bool numbers_matter_;
  Sheet* sheet_ = nullptr;
  std::uint64_t next_number_ = 0;
  print::Output objects_{[this](std::string_view text) {
    sheet_->objects += text;
    return true;
  }};
};

class LogCrews::Worker {
 public:
  Worker(const ManagedWork& work, retrace::MappingSource* mappings, std::mutex& common, bool numbers_matter)
      : lines_(numbers_matter) {
    stream::LineTaker* next = &lines_;
    if (work.java) {
      retrace::LogWork own{work.java->how, *mappings, lines_.objects(), work.java->told};
      next = &java_.emplace(own, *next);
    }
    if (!work.scripts) return;
    maps_.emplace(work.scripts->finder, common);
    resolver_.emplace(*maps_, work.scripts->resolver.options());
    scripts_.emplace(sourcemap::LogWork{work.scripts->finder, *resolver_, lines_.objects(),
                                        *work.scripts->tally.another(), work.scripts->style},
                     *next);
  }

  void begin() {
    if (maps_) maps_->begin();
  }
  // `ask` sends the sheet so far, and gives what the parts before mean for this one.
  Result<void> answer(const Part& part, Sheet& sheet,
                      const std::function<retrace::Retracer::Context()>& ask) {
    lines_.begin_sheet(sheet);
    if (java_)
      java_->retracer().set_context([&] {
        lines_.end_sheet();
        return ask();
      });
    const Answerers own{java_ ? &*java_ : nullptr, scripts_ ? &*scripts_ : nullptr};
    Result<void> done = own.take_together(part.own(), part.first_line);
    if (done && scripts_) done = scripts_->release_before(part.next());
    lines_.end_sheet();
    if (java_) sheet.context = java_->retracer().context();
    return done;
  }
  void add_java_counts(retrace::Counts& all) const {
    if (java_) all.add(java_->counts());
  }

 private:
  Collected lines_;
  std::optional<sourcemap::TwinMaps> maps_;
  std::optional<sourcemap::Resolver> resolver_;
  std::optional<retrace::JavaLines> java_;
  std::optional<sourcemap::ScriptLines> scripts_;
};

// Answers the log as long as lines that may be divided are available without waiting.
class LogCrews::Crew final : public stream::Crew<Part, Sheet> {
 public:
  Crew(LogCrews& all, io::Lines& lines, std::uint64_t first_line)
      : stream::Crew<Part, Sheet>(all.work_.output(), all.workers_.size()),
        all_(all),
        lines_(lines),
        next_line_(first_line) {
    if (all.own_.java != nullptr) context_ = *all.own_.java->retracer().context();
  }

  std::uint64_t next_line() const { return next_line_; }
  const Result<void>& passed() const { return passed_; }
  // What its lines mean for the next one.
  const retrace::Retracer::Context& context() const { return context_; }

 private:
  // The last line of what is available has to know the next one.
  bool cut(Part& part) override {
    if (is_over_ || has_failed_ || lines_.whole_line().empty()) return false;
    Piece piece;
    do piece.grow(lines_.at_hand(), bytes_in_part, all_.own_);
    while (piece.size < bytes_in_part && !piece.is_complete && lines_.more());
    is_over_ = piece.size < bytes_in_part;
    if (piece.before == 0) return false;
    part.text = lines_.at_hand().substr(0, piece.size);
    part.size = piece.before;
    lines_.whole_lines(part.size);
    part.first_line = next_line_;
    next_line_ += count_line_ends(part.own());
    return true;
  }
  void begin(std::size_t worker) override {
    auto& own = all_.workers_[worker];
    if (own == nullptr) {
      const std::scoped_lock locked(all_.common_);
      retrace::MappingSource* const mappings = all_.work_.java ? all_.mappings_[worker].get() : nullptr;
      own = std::make_unique<Worker>(all_.work_, mappings, all_.common_, !all_.last_.only_writes());
    }
    own->begin();
  }
  Result<void> answer(std::size_t worker, Part& part, Sheet& sheet) override {
    return all_.workers_[worker]->answer(part, sheet, [&] {
      send(part, sheet);
      return context_;
    });
  }

  // What is written was answered by one thread in this order, too.
  void write(Sheet& sheet) override {
    print::Output& output = all_.work_.output();
    std::size_t begin = 0, objects = 0;
    for (const Sheet::Run& run : sheet.runs) {
      output.write(std::string_view(sheet.objects).substr(objects, run.objects - objects));
      pass(std::string_view(sheet.text).substr(begin, run.end - begin), run);
      begin = run.end;
      objects = run.objects;
    }
    output.write(std::string_view(sheet.objects).substr(objects));
    sheet.text.clear();
    sheet.objects.clear();
    sheet.runs.clear();
    if (sheet.context) context_ = std::move(*std::exchange(sheet.context, {}));
  }

  void pass(std::string_view lines, const Sheet::Run& run) {
    if (!run.is_answered && passed_) passed_ = all_.last_.take_all(lines, run.number);
    std::uint64_t number = run.number;
    if (run.is_answered)
      each_line(lines, [&](std::string_view line) {
        if (passed_) passed_ = all_.last_.take({line, true, true, true}, number++);
      });
    if (!passed_) has_failed_ = true;
  }

  LogCrews& all_;
  io::Lines& lines_;
  std::uint64_t next_line_;
  retrace::Retracer::Context context_;  // after the last sheet
  bool is_over_ = false;
  Result<void> passed_;
  std::atomic<bool> has_failed_ = false;
};

bool LogCrews::may_answer(const ManagedWork& work) {
  if (stream::most_workers() < 2 || (!work.java && !work.scripts)) return false;
  if (work.java && (work.java->how.pattern != nullptr || work.java->choose_ahead)) return false;
  return !work.scripts || (work.scripts->style.context == 0 && !work.scripts->finder.is_far() &&
                           work.scripts->tally.another() != nullptr);
}

LogCrews::LogCrews(const ManagedWork& work, Answerers own, stream::LineTaker& last)
    : work_(work), own_(own), last_(last) {}

LogCrews::~LogCrews() = default;

Result<std::uint64_t> LogCrews::take_many(io::Lines& lines, std::uint64_t number) {
  if (!many_at_hand(lines, number) || !hire()) return 0;
  if (own_.scripts != nullptr)
    if (const auto done = own_.scripts->release_before(lines.whole_line()); !done) return fail(done.error());
  Crew crew(*this, lines, number);
  if (const auto done = crew.work(); !done) return fail(done.error());
  if (!crew.passed()) return fail(crew.passed().error());
  if (own_.java != nullptr) own_.java->retracer().set_context(crew.context());
  return crew.next_line() - number;
}

bool LogCrews::many_at_hand(io::Lines& lines, std::uint64_t number) {
  if (number < look_again_at_ || lines.at_hand().size() < worth_threads / 2) return false;
  while (lines.at_hand().size() < worth_threads && lines.more()) {
  }
  Piece piece;
  piece.grow(lines.at_hand(), worth_threads, own_);
  if (piece.size >= worth_threads) return true;
  look_again_at_ = number + count_line_ends(lines.at_hand().substr(0, piece.size)) + 1;
  return false;
}

// The workers are made only when they are needed: most logs are short.
bool LogCrews::hire() {
  if (std::exchange(is_hired_, true)) return !workers_.empty();
  std::size_t count = stream::most_workers();
  while (work_.java && mappings_.size() < count) {
    auto twin = work_.java->mappings.twin();
    if (!twin) break;
    mappings_.push_back(std::move(twin));
  }
  if (work_.java) count = mappings_.size();
  if (count > 1) workers_.resize(count);
  return !workers_.empty();
}

void LogCrews::add_java_counts(retrace::Counts& all) const {
  for (const auto& worker : workers_)
    if (worker != nullptr) worker->add_java_counts(all);
}

void Piece::grow(std::string_view text, std::size_t most, const Answerers& own) {
  while (size < most && !is_complete) {
    const std::size_t end = text.find('\n', size) + 1;
    if (end == 0) return;
    const std::string_view line = text.substr(size, end - size);
    is_complete = line.size() > longest_line || !own.may_take_together(line);
    if (!is_complete) before = std::exchange(size, end);
  }
}

}  // namespace symkit::managed

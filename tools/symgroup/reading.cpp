#include "symgroup/reading.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "ground/base/in_order.h"
#include "ground/base/words.h"
#include "ground/io/workers.h"
#include "ground/print/visible.h"
#include "reports/group/evidence.h"
#include "reports/group/report_reader.h"
#include "reports/group/signature.h"
#include "symgroup/counted.h"

namespace symkit::symgroup {

namespace {

constexpr std::size_t most_bounded = 20'000;       // exact groups, each of some 3 kB
constexpr std::size_t most_for_families = 10'000;  // exact groups that are not in a family yet
constexpr std::size_t most_apart = 1'000;          // exact groups of an input that waits for its turn
constexpr unsigned most_workers = 8;

// The reports of logs, unchanged; frames of raw logs are named while they are read.
class Reports {
 public:
  using Take = std::function<void(const group::Report& report)>;

  Reports(group::Sites& sites, RawLogs* raw, Take take)
      : raw_(raw),
        reader_(
            sites, [take = std::move(take)](group::Report&& report) { take(report); },
            raw == nullptr ? nullptr : &raw->resolver()) {}

  Result<void> read(std::unique_ptr<io::Input> log, const std::string& name) {
    stream::LineTaker& own = reader_.next(name);
    if (raw_ == nullptr) return reader_.read(*log, own);
    managed::ManagedLines lines = raw_->before(own);
    return reader_.read(*log, lines.first());
  }

  std::uint64_t lines() const { return reader_.lines(); }

 private:
  RawLogs* raw_;
  group::ReportReader reader_;
};

// The results of one input, or of a part of it.
struct InputResults {
  group::Groups groups = {};
  InputCounts inputs = {};
  std::uint64_t lines = 0;
  std::optional<Error> error = {};
};

using ResultsInOrder = InOrder<InputResults>;

// Into which results go in their turn.
class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;

  virtual void take(InputResults& part) = 0;
  // For those who continue directly: more was put into groups().
  virtual void make_room() = 0;
  virtual group::Groups& groups() = 0;
  // Whether nothing before has ended the reading.
  virtual bool is_wanted() const = 0;
  // False: further results do not count.
  virtual bool wait_for_turn() = 0;
};

// The combined results of all inputs.
class Whole : public Sink {
 public:
  explicit Whole(const Wanted& wanted) : wanted_(wanted) {
    if (wanted.bounded && wanted.families == nullptr) reading_.groups.keep_at_most(most_bounded);
  }

  void take(InputResults& part) override {
    InputResults taken = std::exchange(part, {});
    reading_.groups.add(taken.groups);
    reading_.inputs.add(taken.inputs);
    reading_.lines += taken.lines;
    if (taken.error) reading_.done = fail(*taken.error);
    make_room();
  }

  void make_room() override {
    if (groups().size() >= most_for_families) put_into_families();
  }

  Reading finish() {
    groups().take_shared_handlers_off();
    put_into_families();
    return std::move(reading_);
  }

  group::Groups& groups() override { return reading_.groups; }
  bool is_wanted() const override { return true; }
  bool wait_for_turn() override { return true; }

 private:
  void put_into_families() {
    if (wanted_.families != nullptr) wanted_.families->take(groups().take_all());
  }

  const Wanted& wanted_;
  Reading reading_;
};

// What all workers read.
struct Work {
  const Inputs& inputs;
  const Wanted& wanted;
  const Means& means;
  unsigned jobs = 1;     // for the inputs
  unsigned helpers = 1;  // for the files of an archive
};

// One of the threads that read in parallel. Its results wait for their turn. If they become many, the
// thread itself waits, and then continues directly into the whole. The files of an archive are read by
// helpers of the same kind, whose whole is the part of the archive.
class Worker final : public Sink {
 public:
  Worker(const Work& work, Sink& whole, std::size_t most_sites)
      : work_(work),
        whole_(whole),
        sites_(work.means.rules, most_sites),
        reports_(sites_, work.means.raw, [this](const group::Report& report) { take(report); }) {}

  void read_input(std::size_t number, ResultsInOrder& parts) {
    read(number, parts, [&] {
      const bool alone = work_.means.raw != nullptr;
      const ReadEntries many = [this](const NextEntries& next) { read_archive(next); };
      return work_.inputs.read(number, listeners(), take_log(), alone ? ReadEntries() : many);
    });
  }

 private:
  void read(std::size_t number, ResultsInOrder& parts, const std::function<Result<InputCounts>()>& read_it) {
    number_ = number;
    parts_ = &parts;
    has_turn_ = false;
    const std::uint64_t lines_before = reports_.lines();
    auto inputs = is_wanted() ? read_it() : Result<InputCounts>();
    part_.lines += reports_.lines() - lines_before;
    if (inputs) {
      part_.inputs.add(*inputs);
      part_ = parts.finish(number, std::move(part_));
    } else {
      part_.error = inputs.error();
      parts.finish_last(number, std::exchange(part_, {}));
    }
  }

  void read_archive(const NextEntries& next) {
    ResultsInOrder parts(std::size_t{work_.helpers} * 4,
                         [this](std::uint64_t, InputResults& part) { take(part); });
    helpers_.resize(work_.helpers);
    std::mutex lock;
    std::uint64_t count = 0;
    io::for_each_item(work_.helpers, work_.helpers, [&](unsigned, std::size_t number) {
      if (helpers_[number] == nullptr)
        helpers_[number] =
            std::make_unique<Worker>(work_, *this, group::Sites::many / work_.jobs / work_.helpers);
      while (true) {
        std::unique_lock locked(lock);
        std::vector<Entry> entries = next();
        const std::uint64_t turn = count++;
        locked.unlock();
        if (entries.empty()) return;
        helpers_[number]->read_entries(turn, parts, std::move(entries));
      }
    });
  }

  void read_entries(std::uint64_t number, ResultsInOrder& parts, std::vector<Entry> entries) {
    read(number, parts, [&]() -> Result<InputCounts> {
      return Inputs::read_entries(std::move(entries), listeners(), take_log());
    });
  }

  void take(InputResults& part) override {
    InputResults taken = std::exchange(part, {});
    groups().add(taken.groups);
    part_.inputs.add(taken.inputs);
    part_.lines += taken.lines;
    make_room();
  }

  // Those of the part, or those of the whole during its turn.
  group::Groups& groups() override { return has_turn_ ? whole_.groups() : part_.groups; }

  void make_room() override {
    if (has_turn_)
      whole_.make_room();
    else if (part_.groups.size() >= most_apart && is_wanted())
      wait_for_turn();
  }

  bool is_wanted() const override { return parts_->wants(number_) && whole_.is_wanted(); }

  bool wait_for_turn() override {
    const bool is_wanted = parts_->begin(number_, part_) && whole_.wait_for_turn();
    has_turn_ = has_turn_ || is_wanted;
    return is_wanted;
  }

  // Messages are also in order.
  Listeners listeners() {
    const auto in_turn = [this](const auto& say) {
      return [this, say](const auto& what) {
        if (wait_for_turn()) say(what);
      };
    };
    const Listeners told = work_.means.listeners();
    return {.errors = in_turn(told.errors), .warnings = in_turn(told.warnings)};
  }

  TakeLog take_log() {
    return [this](std::unique_ptr<io::Input> log, const std::string& name) -> Result<void> {
      if (!is_wanted()) return fail("reading has stopped");
      const auto done = reports_.read(std::move(log), name);
      groups().end_log();
      return done;
    };
  }

  void take(const group::Report& report) {
    const Wanted& wanted = work_.wanted;
    group::Signature signature = group::signature_of(report, sites_, work_.means.rules);
    std::vector<group::TellingFrame> frames;
    if (wanted.trees) frames = signature.frames;
    group::Group& group = groups().add(std::move(signature), report);
    if (wanted.evidence && !group.evidence) group.evidence = group::evidence_of(report, sites_);
    if (wanted.trees) {
      if (!group.tree) group.tree.emplace();
      group.tree->add(frames);
    }
    make_room();
  }

  const Work& work_;
  Sink& whole_;
  ResultsInOrder* parts_ = nullptr;
  group::Sites sites_;
  Reports reports_;
  InputResults part_;
  std::uint64_t number_ = 0;
  bool has_turn_ = false;
  std::vector<std::unique_ptr<Worker>> helpers_;
};

// The code that names frames runs in one thread only.
Work work_for(const Inputs& inputs, const Wanted& wanted, const Means& means) {
  Work work{.inputs = inputs, .wanted = wanted, .means = means};
  if (means.raw != nullptr) return work;
  const unsigned most = std::min(io::default_jobs(), most_workers);
  work.jobs = static_cast<unsigned>(std::clamp<std::size_t>(inputs.size(), 1, most));
  work.helpers = most / work.jobs;
  return work;
}

}  // namespace

Reading read_logs(const Inputs& inputs, const Wanted& wanted, const Means& means) {
  const Work work = work_for(inputs, wanted, means);
  Whole whole(wanted);
  ResultsInOrder parts(std::size_t{work.jobs} * 4,
                       [&](std::uint64_t, InputResults& part) { whole.take(part); });
  std::vector<std::unique_ptr<Worker>> workers(work.jobs);
  io::for_each_item(work.jobs, inputs.size(), [&](unsigned worker, std::size_t number) {
    // Each in memory of its own thread: data that two threads write all the time must not share a cache
    // line.
    if (workers[worker] == nullptr)
      workers[worker] = std::make_unique<Worker>(work, whole, group::Sites::many / work.jobs);
    workers[worker]->read_input(number, parts);
  });
  return whole.finish();
}

Result<std::optional<group::Explained>> explain_logs(const Inputs& inputs, const Means& means) {
  group::Sites sites(means.rules);
  std::optional<group::Explained> found;
  Reports reports(sites, means.raw, [&](const group::Report& report) {
    if (!found || (!found->signature.is_own && group::signature_of(report, sites, means.rules).is_own))
      found = group::explain(report, sites, means.rules);
  });
  const auto done =
      inputs.read_all(means.listeners(), [&](std::unique_ptr<io::Input> log, const std::string& name) {
        return reports.read(std::move(log), name);
      });
  if (!done) return fail(done.error());
  return found;
}

void print_summary(const Reading& reading, std::size_t groups) {
  const InputCounts& inputs = reading.inputs;
  const group::Groups& found = reading.groups;
  std::string text = say(counted(found.reports(), "report"), " in ", counted(groups, "group"), "; ",
                         counted(inputs.logs, "log"), ", ", counted(reading.lines, "line"));
  const auto tell = [&](std::string_view what, const NamedFiles& files, std::string_view one,
                        std::string_view many) {
    if (files.empty()) return;
    text += say("; ", what, ": ", counted(files.count, "file"), files.count == 1 ? one : many, " (",
                print::visible(files.names()), ")");
  };
  tell("broken off", inputs.broken, "", "");
  tell("skipped", inputs.no_logs, " that is not a log", " that are not logs");
  if (found.frameless() != 0)
    text += say("; without a frame: ", counted(found.frameless(), "report"), ", grouped by message");
  if (found.nameless() != 0)
    text += say("; without names: ", counted(found.nameless(), "report"),
                ", grouped by offsets in images: run symlookup first, to group across builds");
  if (found.reports() == 0) text += "; man symgroup lists the known log formats";
  std::fprintf(stderr, "symgroup: %s\n", text.c_str());
}

}  // namespace symkit::symgroup

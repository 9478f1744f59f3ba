#include "symgroup/reading.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
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

// The results of one input, or of the first part of it.
struct InputResults {
  group::Groups groups = {};
  InputCounts inputs = {};
  std::uint64_t lines = 0;
  std::optional<Error> error = {};
};

using ResultsInOrder = InOrder<InputResults>;

// The combined results of all parts.
class Whole {
 public:
  explicit Whole(const Wanted& wanted) : wanted_(wanted) {
    if (wanted.bounded && wanted.families == nullptr) reading_.groups.keep_at_most(most_bounded);
  }

  void take(InputResults& part) {
    InputResults taken = std::exchange(part, {});
    reading_.groups.add(taken.groups);
    reading_.inputs.add(taken.inputs);
    reading_.lines += taken.lines;
    if (taken.error) reading_.done = fail(*taken.error);
    make_room();
  }

  void make_room() {
    if (groups().size() >= most_for_families) put_into_families();
  }

  Reading finish() {
    put_into_families();
    return std::move(reading_);
  }

  group::Groups& groups() { return reading_.groups; }

 private:
  void put_into_families() {
    if (wanted_.families != nullptr) wanted_.families->take(groups().take_all());
  }

  const Wanted& wanted_;
  Reading reading_;
};

// One of the threads that read in parallel. Its results wait for their turn. If they become many, the
// thread itself waits, and then continues directly into the whole.
class Worker {
 public:
  Worker(const Inputs& inputs, const Wanted& wanted, const Means& means, std::size_t most_sites, Whole& whole,
         ResultsInOrder& parts)
      : inputs_(inputs),
        wanted_(wanted),
        means_(means),
        whole_(whole),
        parts_(parts),
        sites_(means.rules, most_sites),
        reports_(sites_, means.raw, [this](const group::Report& report) { take(report); }) {}

  void read(std::size_t number) {
    number_ = number;
    into_ = &part_.groups;
    const std::uint64_t lines_before = reports_.lines();
    auto inputs = is_wanted() ? inputs_.read(number, listeners(), take_log()) : Result<InputCounts>();
    part_.lines = reports_.lines() - lines_before;
    if (inputs) {
      part_.inputs = std::move(*inputs);
      part_ = parts_.finish(number, std::move(part_));
    } else {
      part_.error = inputs.error();
      parts_.finish_last(number, std::exchange(part_, {}));
    }
  }

 private:
  // Whether no earlier input has ended the reading.
  bool is_wanted() const { return parts_.wants(number_); }

  // False: further results do not count.
  bool wait_for_turn() {
    const bool is_wanted = parts_.begin(number_, part_);
    if (is_wanted) into_ = &whole_.groups();
    return is_wanted;
  }

  // Messages are also in order.
  Listeners listeners() {
    const auto in_turn = [this](const auto& say) {
      return [this, say](const auto& what) {
        if (wait_for_turn()) say(what);
      };
    };
    const Listeners told = means_.listeners();
    return {.errors = in_turn(told.errors), .warnings = in_turn(told.warnings)};
  }

  TakeLog take_log() {
    return [this](std::unique_ptr<io::Input> log, const std::string& name) -> Result<void> {
      if (!is_wanted()) return fail("reading has stopped");
      const auto done = reports_.read(std::move(log), name);
      into_->end_log();
      return done;
    };
  }

  void take(const group::Report& report) {
    group::Signature signature = group::signature_of(report, sites_, means_.rules);
    std::vector<group::TellingFrame> frames;
    if (wanted_.trees) frames = signature.frames;
    group::Group& group = into_->add(std::move(signature), report);
    if (wanted_.evidence && !group.evidence) group.evidence = group::evidence_of(report, sites_);
    if (wanted_.trees) {
      if (!group.tree) group.tree.emplace();
      group.tree->add(frames);
    }
    if (into_ == &whole_.groups())
      whole_.make_room();
    else if (into_->size() >= most_apart && is_wanted())
      wait_for_turn();
  }

  const Inputs& inputs_;
  const Wanted& wanted_;
  const Means& means_;
  Whole& whole_;
  ResultsInOrder& parts_;
  group::Sites sites_;
  Reports reports_;
  InputResults part_;
  std::size_t number_ = 0;
  group::Groups* into_ = nullptr;  // those of the part, or those of the whole during its turn
};

// The code that names frames runs in one thread only.
unsigned workers_for(const Inputs& inputs, const Means& means) {
  if (means.raw != nullptr || inputs.size() < 2) return 1;
  return static_cast<unsigned>(std::min<std::size_t>({io::default_jobs(), most_workers, inputs.size()}));
}

}  // namespace

Reading read_logs(const Inputs& inputs, const Wanted& wanted, const Means& means) {
  const unsigned jobs = workers_for(inputs, means);
  Whole whole(wanted);
  ResultsInOrder parts(std::size_t{jobs} * 4, [&](std::uint64_t, InputResults& part) { whole.take(part); });
  std::vector<std::unique_ptr<Worker>> workers(jobs);
  io::for_each_item(jobs, inputs.size(), [&](unsigned worker, std::size_t number) {
    // Each in memory of its own thread: data that two threads write all the time must not share a cache
    // line.
    if (workers[worker] == nullptr)
      workers[worker] =
          std::make_unique<Worker>(inputs, wanted, means, group::Sites::many / jobs, whole, parts);
    workers[worker]->read(number);
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
  if (!inputs.no_logs.empty()) {
    text += say("; skipped: ", counted(inputs.no_logs.count, "file"),
                inputs.no_logs.count == 1 ? " that is not a log" : " that are not logs", " (",
                print::visible(inputs.no_logs.names()), ")");
  }
  if (found.frameless() != 0)
    text += say("; without a frame: ", counted(found.frameless(), "report"), ", grouped by message");
  if (found.nameless() != 0)
    text += say("; without names: ", counted(found.nameless(), "report"),
                ", grouped by offsets in images: run symlookup first, to group across builds");
  if (found.reports() == 0) text += "; man symgroup lists the known log formats";
  std::fprintf(stderr, "symgroup: %s\n", text.c_str());
}

}  // namespace symkit::symgroup

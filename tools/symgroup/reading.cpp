#include "symgroup/reading.h"

#include <cstdio>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/words.h"
#include "group/evidence.h"
#include "group/log_reader.h"
#include "group/signature.h"
#include "print/visible.h"
#include "symgroup/counted.h"

namespace symkit::symgroup {

namespace {

constexpr std::size_t most_bounded = 20'000;       // exact groups, each of some 3 kB
constexpr std::size_t most_for_families = 10'000;  // exact groups that await theirs

// The reports of logs, as they stand there; raw ones are named on the way.
class Reports {
 public:
  using Take = std::function<void(const group::Report& report)>;

  Reports(group::Sites& sites, RawLogs* raw, Take take)
      : raw_(raw),
        take_(std::move(take)),
        reader_(
            sites, [this](group::Report&& report) { this->take(std::move(report)); },
            raw == nullptr ? nullptr : &raw->frames()) {}

  Result<void> read(std::unique_ptr<io::Input> log, const std::string& name) {
    if (raw_ != nullptr) log = raw_->named(std::move(log), name);
    return reader_.read(*log, name);
  }

  std::uint64_t lines() const { return reader_.lines(); }

 private:
  void take(group::Report&& report) {
    if (raw_ != nullptr) report.place.line = raw_->line_of(report.place.line);
    take_(report);
  }

  RawLogs* raw_;
  Take take_;
  group::LogReader reader_;
};

// What a run makes of its reports.
class Grouping {
 public:
  Grouping(group::Groups& groups, const Wanted& wanted) : groups_(groups), wanted_(wanted) {
    if (wanted.bounded && wanted.families == nullptr) groups.keep_at_most(most_bounded);
  }

  void take(const group::Report& report, const group::Sites& sites, const group::Rules& rules) {
    group::Signature signature = group::signature_of(report, sites, rules);
    std::vector<group::TellingFrame> frames;
    if (wanted_.trees) frames = signature.frames;
    group::Group& group = groups_.add(std::move(signature), report);
    if (wanted_.evidence && !group.evidence) group.evidence = group::evidence_of(report, sites);
    if (wanted_.trees) {
      if (!group.tree) group.tree.emplace();
      group.tree->add(frames);
    }
    if (wanted_.families != nullptr && groups_.size() >= most_for_families) finish();
  }

  void finish() {
    if (wanted_.families != nullptr) wanted_.families->take(groups_.take_all());
  }

 private:
  group::Groups& groups_;
  const Wanted& wanted_;
};

}  // namespace

Reading read_logs(const Feed& feed, const Wanted& wanted, const group::Rules& rules, RawLogs* raw) {
  Reading reading;
  group::Sites sites(rules);
  Grouping grouping(reading.groups, wanted);
  Reports reports(sites, raw, [&](const group::Report& report) { grouping.take(report, sites, rules); });
  const auto inputs = feed([&](std::unique_ptr<io::Input> log, const std::string& name) {
    const auto done = reports.read(std::move(log), name);
    reading.groups.end_log();
    return done;
  });
  grouping.finish();
  reading.lines = reports.lines();
  if (inputs)
    reading.inputs = *inputs;
  else
    reading.done = fail(inputs.error());
  return reading;
}

Result<std::optional<group::Explained>> explain_logs(const Feed& feed, const group::Rules& rules,
                                                     RawLogs* raw) {
  group::Sites sites(rules);
  std::optional<group::Explained> found;
  Reports reports(sites, raw, [&](const group::Report& report) {
    if (!found || (!found->signature.is_own && group::signature_of(report, sites, rules).is_own))
      found = group::explain(report, sites, rules);
  });
  const auto inputs = feed([&](std::unique_ptr<io::Input> log, const std::string& name) {
    return reports.read(std::move(log), name);
  });
  if (!inputs) return fail(inputs.error());
  return found;
}

void print_summary(const Reading& reading, std::size_t groups) {
  const InputTally& inputs = reading.inputs;
  const group::Groups& found = reading.groups;
  std::string text = say(counted(found.reports(), "report"), " in ", counted(groups, "group"), "; ",
                         counted(inputs.logs, "log"), ", ", counted(reading.lines, "line"));
  if (!inputs.no_logs.empty()) {
    text += say("; passed over: ", counted(inputs.no_logs.count, "file"),
                inputs.no_logs.count == 1 ? " that is no log" : " that are no logs", " (",
                print::visible(inputs.no_logs.names()), ")");
  }
  if (found.frameless() != 0)
    text += say("; without a frame: ", counted(found.frameless(), "report"), ", grouped by what was said");
  if (found.nameless() != 0)
    text += say("; without names: ", counted(found.nameless(), "report"),
                ", grouped by places in images: symbolize with symlookup first, so that builds compare");
  std::fprintf(stderr, "symgroup: %s\n", text.c_str());
}

}  // namespace symkit::symgroup

#include "symgroup/reading.h"

#include <cstdio>
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

Reading read_logs(const Feed& feed, const Wanted& wanted, const group::Rules& rules, group::RawFrames* raw) {
  Reading reading;
  group::Sites sites(rules);
  Grouping grouping(reading.groups, wanted);
  group::LogReader reader(sites, [&](group::Report&& report) { grouping.take(report, sites, rules); }, raw);
  const auto inputs = feed([&](io::Input& log, const std::string& name) {
    const auto done = reader.read(log, name);
    reading.groups.end_log();
    return done;
  });
  grouping.finish();
  reading.lines = reader.lines();
  if (inputs)
    reading.inputs = *inputs;
  else
    reading.done = fail(inputs.error());
  return reading;
}

Result<std::optional<group::Explained>> explain_logs(const Feed& feed, const group::Rules& rules,
                                                     group::RawFrames* raw) {
  group::Sites sites(rules);
  std::optional<group::Explained> found;
  group::LogReader reader(
      sites,
      [&](group::Report&& report) {
        if (!found || (!found->signature.is_own && group::signature_of(report, sites, rules).is_own))
          found = group::explain(report, sites, rules);
      },
      raw);
  const auto inputs = feed([&](io::Input& log, const std::string& name) { return reader.read(log, name); });
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

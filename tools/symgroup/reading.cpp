#include "symgroup/reading.h"

#include <cstdio>
#include <utility>

#include "base/words.h"
#include "group/log_reader.h"
#include "group/signature.h"
#include "symgroup/counted.h"

namespace symkit::symgroup {

Reading read_logs(const Feed& feed, const Wanted& wanted, const group::Rules& rules, group::RawFrames* raw) {
  Reading reading;
  group::Sites sites(rules);
  group::LogReader reader(
      sites,
      [&](group::Report&& report) {
        group::Signature signature = group::signature_of(report, sites, rules);
        if (wanted.evidence && !reading.evidence.contains(signature.id))
          reading.evidence.emplace(signature.id, group::evidence_of(report, sites));
        if (wanted.trees) reading.trees[signature.id].add(signature.frames);
        reading.groups.add(std::move(signature), report);
      },
      raw);
  const auto inputs = feed([&](io::Input& log, const std::string& name) {
    const auto done = reader.read(log, name);
    reading.groups.end_log();
    return done;
  });
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

void print_summary(const Reading& reading) {
  const InputTally& inputs = reading.inputs;
  const group::Groups& groups = reading.groups;
  const std::string passed = inputs.no_logs == 0
                                 ? ""
                                 : say("; passed over: ", counted(inputs.no_logs, "file"),
                                       inputs.no_logs == 1 ? " that is no log" : " that are no logs");
  const std::string nameless =
      groups.nameless() == 0
          ? ""
          : say("; without names: ", counted(groups.nameless(), "report"),
                ", grouped by places in images: symbolize with symlookup first, so that builds compare");
  std::fprintf(stderr, "symgroup: %s\n",
               say(counted(groups.reports(), "report"), " in ", counted(groups.size(), "group"), "; ",
                   counted(inputs.logs, "log"), ", ", counted(reading.lines, "line"), passed, nameless)
                   .c_str());
}

}  // namespace symkit::symgroup

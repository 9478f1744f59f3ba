#include "symgroup/reading.h"

#include <cstdio>
#include <utility>

#include "base/bytes.h"
#include "base/words.h"
#include "group/log_reader.h"
#include "group/signature.h"
#include "io/mapped_file.h"
#include "symgroup/counted.h"

namespace symkit::symgroup {

Result<group::Rules> rules_for(const Options& options) {
  group::Rules rules = group::Rules::standard();
  for (const std::string& path : options.rules) {
    const auto file = io::MappedFile::open(path);
    if (!file) return fail(file.error());
    if (const auto added = rules.add(as_text(file->bytes()), path); !added) return fail(added.error());
  }
  return rules;
}

Reading read_logs(const Options& options, const group::Rules& rules, group::RawFrames* raw,
                  tools::Console& console) {
  Reading reading;
  group::Sites sites(rules);
  group::LogReader reader(
      sites,
      [&](group::Report&& report) {
        group::Signature signature = group::signature_of(report, sites, rules);
        if (options.triage && !reading.evidence.contains(signature.id))
          reading.evidence.emplace(signature.id, group::evidence_of(report, sites));
        if (options.format == Format::Html) reading.trees[signature.id].add(signature.frames);
        reading.groups.add(std::move(signature), report);
      },
      raw);
  const auto inputs = each_input(options.logs, console, [&](io::Input& log, const std::string& name) {
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

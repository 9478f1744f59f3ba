// symgroup: says which of many crashes are the same. Reads logs, makes a signature of each report, and writes
// a line for each group.
#include <optional>
#include <utility>

#include "base/each_line.h"
#include "base/words.h"
#include "common/run.h"
#include "group/log_reader.h"
#include "group/why.h"
#include "print/output.h"
#include "print/visible.h"
#include "symgroup/findings.h"
#include "symgroup/help.h"
#include "symgroup/options.h"
#include "symgroup/print.h"
#include "symgroup/raw_logs.h"
#include "symgroup/reading.h"
#include "symgroup/reports.h"
#include "symgroup/triage.h"

namespace symkit::symgroup {
namespace {

Result<std::optional<Owners>> owners_for(const Options& options) {
  if (options.owners.empty()) return std::optional<Owners>();
  auto opened = Owners::open(options.owners, options.repository);
  if (!opened) return fail(opened.error());
  return std::optional(std::move(*opened));
}

// A checkout that is missing costs the suspects, not the run.
std::optional<Blame> blame_for(const Options& options, tools::Console& console) {
  if (options.repository.empty()) return std::nullopt;
  std::optional<Blame> blame(std::in_place, options.repository, options.revision, options.since);
  const bool is_asked_for = options.owners.empty() || !options.revision.empty() || !options.since.empty();
  if (!blame->trouble().empty() && is_asked_for) console.warning(say("no suspects: ", blame->trouble()));
  if (!blame->trouble().empty()) blame.reset();
  return blame;
}

void append_lines(print::Output& output, const Findings& findings, bool json) {
  for (const Finding& finding : findings.groups) {
    if (json)
      append_json(output.buffer(), finding, findings.reports);
    else
      append_line(output.buffer(), finding, findings.reports);
    output.written();
  }
  for (const group::KnownGroup* gone : findings.vanished) append_vanished(output.buffer(), *gone, json);
}

void append_findings(print::Output& output, const Findings& findings, Format format) {
  switch (format) {
    case Format::Text: return append_lines(output, findings, false);
    case Format::Json: return append_lines(output, findings, true);
    case Format::Markdown: return append_markdown(output.buffer(), findings);
    case Format::Junit: return append_junit(output.buffer(), findings);
    case Format::Sarif: return append_sarif(output.buffer(), findings);
    case Format::Html: return append_html(output.buffer(), findings);
  }
}

void append_first(print::Output& output, const Findings& findings, const Reading& reading, bool json) {
  Triage triage;
  if (!findings.groups.empty()) {
    const Finding& first = findings.groups.front();
    triage = triage_of({.group = *first.group,
                        .evidence = reading.evidence.at(first.group->signature.id),
                        .reports = findings.reports,
                        .groups = findings.groups.size(),
                        .owner = first.owner,
                        .suspects = first.suspects});
  }
  if (json)
    append_triage_json(output.buffer(), triage);
  else
    append_triage(output.buffer(), triage);
}

Result<void> group_logs(const Options& options, tools::Console& console, int& status) {
  const auto rules = rules_for(options);
  if (!rules) return fail(rules.error());
  auto state = options.state.empty() ? group::State() : group::State::read(options.state);
  if (!state) return fail(state.error());
  auto owners = owners_for(options);
  if (!owners) return fail(owners.error());
  auto blame = blame_for(options, console);
  const auto raw = RawLogs::open(options, console);
  if (!raw) return fail(raw.error());
  const Reading reading = read_logs(options, *rules, *raw ? &(*raw)->frames() : nullptr, console);
  Findings findings = findings_of(reading.groups, options.by, options.state.empty() ? nullptr : &*state);
  take_trees(findings, reading.trees);
  find_people(findings, *owners ? &**owners : nullptr, blame ? &*blame : nullptr,
              options.triage ? 1 : findings.groups.size());
  print::Output output;
  if (options.triage)
    append_first(output, findings, reading, options.format == Format::Json);
  else
    append_findings(output, findings, options.format);
  const auto sent = output.flush();
  if (!reading.done) return reading.done;
  if (options.summary) print_summary(reading);
  if (options.state.empty()) return sent;
  if (options.fail_on_new && findings.has_new) status = 3;
  state->add_run(reading.groups);
  const auto written = state->write(options.state);
  return sent ? written : sent;
}

// The report of a log that counts most: the first of somebody's own code, else the first.
Result<group::Explained> explain_log(const std::string& path, const group::Rules& rules,
                                     group::RawFrames* raw, tools::Console& console) {
  group::Sites sites(rules);
  std::optional<group::Explained> found;
  group::LogReader reader(
      sites,
      [&](group::Report&& report) {
        if (!found || (!found->signature.is_own && group::signature_of(report, sites, rules).is_own))
          found = group::explain(report, sites, rules);
      },
      raw);
  const auto inputs = each_input(
      {path}, console, [&](io::Input& log, const std::string& name) { return reader.read(log, name); });
  if (!inputs) return fail(inputs.error());
  if (!found) return fail(say(path, ": has no crash in it"));
  return std::move(*found);
}

Result<void> say_why(const Options& options, tools::Console& console) {
  const auto rules = rules_for(options);
  if (!rules) return fail(rules.error());
  const auto raw = RawLogs::open(options, console);
  if (!raw) return fail(raw.error());
  group::RawFrames* const frames = *raw ? &(*raw)->frames() : nullptr;
  const auto a = explain_log(options.logs[0], *rules, frames, console);
  if (!a) return fail(a.error());
  const auto b = explain_log(options.logs[1], *rules, frames, console);
  if (!b) return fail(b.error());
  print::Output output;
  each_line(group::comparison(*a, *b), [&](std::string_view line) {
    output.write(print::visible(line.substr(0, line.size() - 1)));
    output.write("\n");
  });
  return output.flush();
}

}  // namespace
}  // namespace symkit::symgroup

int main(int argc, char** argv) {
  using namespace symkit;
  symgroup::Options options;
  int status = 0;
  const int done = tools::run(
      {"symgroup", symgroup::help}, argc, argv,
      [&](tools::CommandLine& line) { symgroup::declare(line, options); },
      [&](tools::Console& console) {
        return options.why ? symgroup::say_why(options, console)
                           : symgroup::group_logs(options, console, status);
      });
  return done != 0 ? done : status;
}

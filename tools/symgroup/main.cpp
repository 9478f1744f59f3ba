// symgroup: groups identical crashes. Reads logs, makes a signature of each report, and writes a line for
// each group.
#include <optional>
#include <unistd.h>
#include <utility>

#include "common/run.h"
#include "ground/base/words.h"
#include "ground/print/output.h"
#include "reports/findings/findings.h"
#include "reports/findings/lines.h"
#include "reports/group/families.h"
#include "reports/group/state.h"
#include "reports/group/why.h"
#include "symgroup/counted.h"
#include "symgroup/help.h"
#include "symgroup/mcp.h"
#include "symgroup/options.h"
#include "symgroup/people.h"
#include "symgroup/reading.h"
#include "symgroup/setup.h"
#include "symgroup/triage.h"

namespace symkit::symgroup {
namespace {

// The groups of a run, and those of earlier runs.
class Run {
 public:
  Run(const Options& options, std::optional<group::State> state)
      : options_(options), state_(std::move(state)) {
    if (state_ && options.by == By::Similar) families_.emplace(*state_);
  }

  Wanted wanted() {
    return {.evidence = options_.triage,
            .trees = options_.form->shows_trees,
            .bounded = state_.has_value(),
            .families = families_ ? &*families_ : nullptr};
  }

  findings::Findings findings_of(const Reading& reading) const {
    if (families_) return findings::family_findings(*families_, *state_, reading.groups.reports());
    if (options_.by == By::Similar) return findings::similar_findings(reading.groups);
    return findings::exact_findings(reading.groups, state_ ? &*state_ : nullptr);
  }

  Result<void> keep(const Reading& reading, tools::Console& console) {
    if (!state_) return {};
    families_ ? state_->end_run() : state_->add_run(reading.groups);
    group::Forgotten forgotten = reading.groups.forgotten();
    forgotten.add(state_->forgotten());
    if (forgotten.groups != 0)
      console.warning(say("too many groups: ", counted(forgotten.groups, "rare one"), " of ",
                          counted(forgotten.reports, "report"), " forgotten, each of at most ",
                          forgotten.most, "; they count as new when they come again"));
    return state_->write(options_.state);
  }

 private:
  const Options& options_;
  std::optional<group::State> state_;
  std::optional<group::Families> families_;
};

Result<std::optional<group::State>> state_for(const Options& options) {
  if (options.state.empty()) return std::optional<group::State>();
  auto state = group::State::read(options.state, options.by);
  if (!state) return fail(state.error());
  return std::optional(std::move(*state));
}

Result<void> group_logs(const Options& options, tools::Console& console, int& status) {
  auto setup = Setup::open(options, console);
  if (!setup) return fail(setup.error());
  auto state = state_for(options);
  if (!state) return fail(state.error());
  Run run(options, std::move(*state));
  const Reading reading = read_logs(Inputs(options.logs), run.wanted(), setup->means(console));
  findings::Findings findings = run.findings_of(reading);
  find_people(findings, setup->owners_or_null(), setup->blame_or_null(),
              options.triage ? 1 : findings.groups.size());
  print::Output output;
  if (options.triage) {
    const Triage triage = triage_of_first(findings);
    options.form->name == "json" ? append_triage_json(output.buffer(), triage)
                                 : append_triage(output.buffer(), triage);
  } else {
    options.form->append(output, findings, {.is_for_people = ::isatty(STDOUT_FILENO) == 1});
  }
  const auto sent = output.flush();
  if (!reading.done) return reading.done;
  const bool found_none = reading.groups.reports() == 0;
  if (options.summary || (found_none && ::isatty(STDERR_FILENO) == 1))
    print_summary(reading, findings.groups.size());
  if (options.fail_on_new && findings.has_new) status = 3;
  const auto kept = run.keep(reading, console);
  return sent ? kept : sent;
}

Result<group::Explained> explain_log(const std::string& path, Setup& setup, tools::Console& console) {
  auto found = explain_logs(Inputs({path}), setup.means(console));
  if (!found) return fail(found.error());
  if (!*found) return fail(say(path, ": no crash found"));
  return std::move(**found);
}

Result<void> say_why(const Options& options, tools::Console& console) {
  auto setup = Setup::open(options, console);
  if (!setup) return fail(setup.error());
  const auto a = explain_log(options.logs[0], *setup, console);
  if (!a) return fail(a.error());
  const auto b = explain_log(options.logs[1], *setup, console);
  if (!b) return fail(b.error());
  print::Output output;
  output.write(findings::visible_lines(group::comparison(*a, *b)));
  return output.flush();
}

Result<void> run(const Options& options, tools::Console& console, int& status) {
  if (options.mcp) return answer_client(options, console);
  return options.why ? say_why(options, console) : group_logs(options, console, status);
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
      [&](tools::Console& console) { return symgroup::run(options, console, status); });
  return done != 0 ? done : status;
}

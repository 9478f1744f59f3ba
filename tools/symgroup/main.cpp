// symgroup: says which of many crashes are the same. Reads logs, makes a signature of each report, and writes
// a line for each group.
#include <cstdio>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "base/each_line.h"
#include "base/words.h"
#include "common/run.h"
#include "group/groups.h"
#include "group/log_reader.h"
#include "group/rules.h"
#include "group/similar.h"
#include "group/state.h"
#include "group/why.h"
#include "io/mapped_file.h"
#include "print/output.h"
#include "print/visible.h"
#include "symgroup/help.h"
#include "symgroup/inputs.h"
#include "symgroup/options.h"
#include "symgroup/owners.h"
#include "symgroup/print.h"

namespace symkit::symgroup {
namespace {

Result<group::Rules> rules_for(const Options& options) {
  group::Rules rules = group::Rules::standard();
  for (const std::string& path : options.rules) {
    const auto file = io::MappedFile::open(path);
    if (!file) return fail(file.error());
    if (const auto added = rules.add(as_text(file->bytes()), path); !added) return fail(added.error());
  }
  return rules;
}

class Printer {
 public:
  Printer(const Options& options, std::uint64_t reports, Owners* owners)
      : json_(options.format == Format::Json), reports_(reports), owners_(owners) {}

  void print(const group::Group& group, std::string_view state,
             const std::vector<const group::Group*>& members = {}) {
    const Notes notes{.owner = owners_ == nullptr ? "" : owners_->of(group.signature), .state = state};
    if (json_)
      append_json(output_.buffer(), group, reports_, notes, members);
    else
      append_line(output_.buffer(), group, reports_, notes);
    output_.written();
  }

  // Whether one of them is new.
  bool print_exact(const group::Groups& groups, const group::State* state) {
    bool has_new = false;
    for (const group::Group* found : groups.by_count()) {
      const auto since = state == nullptr ? group::Since::Known : state->since(found->signature.id);
      has_new = has_new || since == group::Since::New;
      print(*found, state == nullptr ? "" : group::word_for(since));
    }
    if (state != nullptr)
      for (const group::KnownGroup* gone : state->vanished(groups))
        append_vanished(output_.buffer(), *gone, json_);
    return has_new;
  }

  void print_similar(const group::Groups& groups) {
    for (const group::Cluster& cluster : group::similar_groups(groups))
      print(merged(cluster), "", cluster.members);
  }

  Result<void> flush() { return output_.flush(); }

 private:
  bool json_;
  std::uint64_t reports_;
  Owners* owners_;
  print::Output output_;
};

// "1 log", "2 logs"
std::string counted(std::uint64_t count, std::string_view what) {
  return say(count, ' ', what, count == 1 ? "" : "s");
}

void print_summary(const InputTally& inputs, const group::Groups& groups, std::uint64_t lines) {
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
                   counted(inputs.logs, "log"), ", ", counted(lines, "line"), passed, nameless)
                   .c_str());
}

Result<void> group_logs(const Options& options, tools::Console& console, int& status) {
  const auto rules = rules_for(options);
  if (!rules) return fail(rules.error());
  auto state = options.state.empty() ? group::State() : group::State::read(options.state);
  if (!state) return fail(state.error());
  std::optional<Owners> owners;
  if (!options.owners.empty()) {
    auto opened = Owners::open(options.owners, options.repository);
    if (!opened) return fail(opened.error());
    owners = std::move(*opened);
  }
  group::Sites sites(*rules);
  group::Groups groups;
  group::LogReader reader(
      sites, [&](group::Report&& report) { groups.add(group::signature_of(report, sites, *rules), report); });
  const auto inputs = each_input(options.logs, console, [&](io::Input& log, const std::string& name) {
    const auto done = reader.read(log, name);
    groups.end_log();
    return done;
  });
  Printer printer(options, groups.reports(), owners ? &*owners : nullptr);
  bool has_new = false;
  if (options.by == By::Similar)
    printer.print_similar(groups);
  else
    has_new = printer.print_exact(groups, options.state.empty() ? nullptr : &*state);
  const auto sent = printer.flush();
  if (!inputs) return fail(inputs.error());
  if (options.summary) print_summary(*inputs, groups, reader.lines());
  if (options.state.empty()) return sent;
  if (options.fail_on_new && has_new) status = 3;
  state->add_run(groups);
  const auto written = state->write(options.state);
  return sent ? written : sent;
}

// The report of a log that counts most: the first of somebody's own code, else the first.
Result<group::Explained> explain_log(const std::string& path, const group::Rules& rules,
                                     tools::Console& console) {
  group::Sites sites(rules);
  std::optional<group::Explained> found;
  group::LogReader reader(sites, [&](group::Report&& report) {
    if (!found || (!found->signature.is_own && group::signature_of(report, sites, rules).is_own))
      found = group::explain(report, sites, rules);
  });
  const auto inputs = each_input(
      {path}, console, [&](io::Input& log, const std::string& name) { return reader.read(log, name); });
  if (!inputs) return fail(inputs.error());
  if (!found) return fail(say(path, ": has no crash in it"));
  return std::move(*found);
}

Result<void> say_why(const Options& options, tools::Console& console) {
  const auto rules = rules_for(options);
  if (!rules) return fail(rules.error());
  const auto a = explain_log(options.logs[0], *rules, console);
  if (!a) return fail(a.error());
  const auto b = explain_log(options.logs[1], *rules, console);
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

#include "symleak/report.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <optional>
#include <unistd.h>

#include "base/words.h"
#include "print/output.h"
#include "symleak/baseline.h"
#include "symleak/findings.h"
#include "symleak/suppressions.h"

namespace symkit::symleak {
namespace {

// A recording with all that is said of it. What is in it stays where it is: the parts know each other.
struct Opened {
  explicit Opened(heap::Recording opened)
      : recording(std::move(opened)),
        damage(recording.damage()),
        stacks(recording, damage),
        marks(heap::read_marks(recording, damage)) {}
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  // By place; single blocks would be much memory.
  heap::Replay at(std::uint64_t until) const {
    heap::Damage same;
    heap::Replay then = heap::replay(recording, same, until);
    then.blocks = {};
    return then;
  }

  heap::Recording recording;
  heap::Damage damage;
  heap::Stacks stacks;
  std::vector<heap::Mark> marks;
};

Result<std::unique_ptr<Opened>> open(const std::string& file) {
  auto recording = heap::Recording::open(file);
  if (!recording) return fail(recording.error());
  return std::make_unique<Opened>(std::move(*recording));
}

// Of several of one name the last.
Result<const heap::Mark*> mark_called(const Opened& opened, const std::string& name,
                                      const std::string& file) {
  std::string known;
  for (const heap::Mark& mark : opened.marks) known += say(known.empty() ? "'" : ", '", mark.name, "'");
  const auto found = std::ranges::find(opened.marks.rbegin(), opened.marks.rend(), name, &heap::Mark::name);
  if (found != opened.marks.rend()) return &*found;
  return fail(say(file, " has no mark '", name, "'; ",
                  known.empty() ? "it has none at all (symleak snapshot makes them)" : "it has " + known));
}

// The mark before the end that --max-growth counts from, if nobody has said otherwise.
Result<const heap::Mark*> mark_to_grow_from(const Opened& opened, const Options& options) {
  if (!options.since.empty()) return mark_called(opened, options.since, options.file);
  if (!options.most_growth || !options.other_file.empty()) return nullptr;
  if (opened.marks.size() < 2)
    return fail(
        options.file +
        " has no mark to count growth from: make one while the program runs (symleak snapshot), or name "
        "another recording (--diff)");
  return &opened.marks.front();
}

bool wants_all_places(const Options& options) {
  switch (options.format) {
    case Format::Html:
    case Format::Pprof:
    case Format::Speedscope:
    case Format::Heaptrack: return true;
    default:
      return options.measure != nullptr && options.measure->name != "bytes" &&
             options.measure->name != "blocks" && options.measure->needs != Measure::Needs::Verdict &&
             options.measure->needs != Measure::Needs::Comparison;
  }
}

bool wants_peak(const Options& options) {
  return wants_all_places(options) ||
         (options.measure != nullptr && options.measure->name.starts_with("peak"));
}

Result<void> compare(const Options& options, Findings& findings, print::Progress& progress,
                     tools::Console& console) {
  const auto other = open(options.other_file);
  if (!other) return fail(other.error());
  const heap::Replay replay = (*other)->at(UINT64_MAX);
  const auto names = NamedStacks::open(options, (*other)->recording, (*other)->stacks, progress, console);
  if (!names) return fail(names.error());
  const auto sites = gather_sites({replay}, (*other)->stacks, **names, Which::Left);
  findings.sites = compared_with(findings.sites, findings.names, sites, **names);
  findings.comparison = {options.other_file, replay.total};
  if ((*other)->damage.any()) console.warning(options.other_file + " is damaged: not all of it is compared");
  return {};
}

template <class Is>
PassedOver pass_over(std::vector<Site>& sites, bool is_judged, Is is_passed_over) {
  PassedOver passed;
  std::erase_if(sites, [&](const Site& site) {
    const bool is_left = is_judged ? site.unreached.blocks().parts != 0 : site.tally.live.parts != 0;
    if (!is_left || !is_passed_over(site)) return false;
    ++passed.places;
    passed.blocks += is_judged ? site.unreached.blocks() : site.tally.live;
    passed.bytes += is_judged ? site.unreached.bytes() : site.tally.live_bytes;
    return true;
  });
  return passed;
}

Result<void> pass_over_what_is_known(const Options& options, Findings& findings) {
  Suppressions suppressions;
  for (const std::string& path : options.suppressions) {
    auto more = Suppressions::read(path);
    if (!more) return fail(more.error());
    suppressions.add(std::move(*more));
  }
  const bool is_judged = findings.is_judged();
  if (!suppressions.empty())
    findings.suppressed = pass_over(findings.sites, is_judged, [&](const Site& site) {
      return suppressions.rule_for(site.frames, findings.names) != nullptr;
    });
  if (options.baseline.empty()) return {};
  const auto baseline = Baseline::read(options.baseline);
  if (!baseline) return fail(baseline.error());
  const Baseline there = Baseline::of(findings.sites, findings.names, is_judged);
  findings.in_baseline = pass_over(findings.sites, is_judged, [&](const Site& site) {
    return baseline->covers(there, site, findings.names);
  });
  return {};
}

using Use = std::function<Result<void>(Findings&)>;

Result<void> find(const Options& options, tools::Console& console, const Use& use) {
  const auto opened = open(options.file);
  if (!opened) return fail(opened.error());
  Opened& file = **opened;
  const auto since = mark_to_grow_from(file, options);
  if (!since) return fail(since.error());
  const heap::Mark* mark = file.marks.empty() ? nullptr : &file.marks.back();
  std::uint64_t until = UINT64_MAX;
  if (!options.until.empty()) {
    const auto named = mark_called(file, options.until, options.file);
    if (!named) return fail(named.error());
    mark = *named;
    until = mark->sequence;
  }
  const heap::Replay now = heap::replay(file.recording, file.damage, until);
  std::optional<heap::Replay> before;
  std::optional<heap::Replay> at_peak;
  if (*since != nullptr) before.emplace(file.at((*since)->sequence));
  if (wants_peak(options)) at_peak.emplace(file.at(now.peak_sequence));
  print::Progress progress(options.places.progress);
  const auto names = NamedStacks::open(options, file.recording, file.stacks, progress, console);
  if (!names) return fail(names.error());
  Findings findings{options, file.recording, file.damage, now, file.marks, **names, mark};
  findings.is_at_end = until == UINT64_MAX;
  const heap::Mark* judged = findings.is_judged() ? mark : nullptr;
  findings.sites = gather_sites({now, judged, before ? &*before : nullptr, at_peak ? &*at_peak : nullptr},
                                file.stacks, **names, wants_all_places(options) ? Which::All : Which::Left);
  if (before) findings.comparison = {say("mark '", (*since)->name, "'"), before->total};
  if (!options.other_file.empty())
    if (auto compared = compare(options, findings, progress, console); !compared) return compared;
  if (auto passed = pass_over_what_is_known(options, findings); !passed) return passed;
  return use(findings);
}

Result<void> write_form(const Findings& findings, print::Output& output) {
  std::string& out = output.buffer();
  switch (findings.options.format) {
    case Format::Text: write_text(findings, output); break;
    case Format::Json: write_json(findings, output); break;
    case Format::Markdown: write_markdown(findings, out); break;
    case Format::Folded: write_folded(findings, out); break;
    case Format::Pprof: write_pprof(findings, out); break;
    case Format::Speedscope: write_speedscope(findings, out); break;
    case Format::Html: write_html(findings, out); break;
    case Format::Heaptrack: return write_heaptrack(findings, output);
  }
  return {};
}

// To where it is wanted.
Result<void> write(const Findings& findings) {
  const std::string& path = findings.options.output;
  const int file =
      path.empty() ? STDOUT_FILENO : ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return fail(say(path, ": ", std::strerror(errno)));
  print::Output output(file, path.empty() ? "standard output" : path);
  auto written = write_form(findings, output);
  const auto sent = output.flush();
  if (!path.empty()) ::close(file);
  return written ? sent : written;
}

// What is worse comes first.
Verdict verdict_of(const Findings& findings) {
  if (findings.has_leaks()) return Verdict::Leaks;
  const auto& most = findings.options.most_growth;
  const bool has_grown =
      most && findings.growth() > 0 && static_cast<std::uint64_t>(findings.growth()) > *most;
  return has_grown ? Verdict::Growth : Verdict::Clean;
}

}  // namespace

Result<void> report(const Options& options, tools::Console& console) {
  return find(options, console, [](const Findings& findings) { return write(findings); });
}

Result<Verdict> check(const Options& options, tools::Console& console) {
  auto verdict = Verdict::Clean;
  const auto done = find(options, console, [&](const Findings& findings) -> Result<void> {
    if (!options.new_baseline.empty())
      return Baseline::of(findings.sites, findings.names, findings.is_judged()).write(options.new_baseline);
    verdict = verdict_of(findings);
    if (auto written = write(findings); !written) return written;
    if (findings.recording.header().own_allocator == 0) return {};
    return fail(
        options.file +
        ": the program has an allocator of its own within its file, which is not recorded: nobody can "
        "say whether it leaks");
  });
  if (!done) return fail(done.error());
  return verdict;
}

}  // namespace symkit::symleak

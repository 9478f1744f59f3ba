#include "symleak/find.h"

#include <algorithm>

#include "ground/base/words.h"
#include "symleak/suppressions.h"

namespace symkit::symleak {
namespace {

// A recording with everything known about it. It is never moved, as its parts refer to each other.
struct Opened {
  explicit Opened(heap::Recording opened)
      : recording(std::move(opened)),
        damage(recording.damage()),
        stacks(recording, damage),
        marks(heap::read_marks(recording, damage)) {}
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  // Totals by place; keeping single blocks would need much memory.
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

// If several have the name, the last one.
Result<const heap::Mark*> mark_called(const Opened& opened, const std::string& name,
                                      const std::string& file) {
  std::string known;
  for (const heap::Mark& mark : opened.marks) known += say(known.empty() ? "'" : ", '", mark.name, "'");
  const auto found = std::ranges::find(opened.marks.rbegin(), opened.marks.rend(), name, &heap::Mark::name);
  if (found != opened.marks.rend()) return &*found;
  return fail(say(file, " has no mark '", name, "'; ",
                  known.empty() ? "it has none at all (symleak snapshot makes them)" : "it has " + known));
}

bool has_mark(const Opened& opened, const std::string& name) {
  return std::ranges::count(opened.marks, name, &heap::Mark::name) != 0;
}

// The default mark to which --max-growth is relative: the last before the end.
Result<const heap::Mark*> mark_to_grow_from(const Opened& opened, const Options& options) {
  if (!options.since.empty()) return mark_called(opened, options.since, options.file);
  if (!options.most_growth || !options.other_file.empty()) return nullptr;
  if (opened.marks.size() < 2)
    return fail(options.file +
                " has no earlier mark to measure growth from: make one while the program runs (symleak "
                "snapshot), or name "
                "another recording (--diff)");
  return &opened.marks.front();
}

struct Earlier {
  heap::Replay replay;
  std::string mark;
};

// The state at the mark to which growth is relative. A process that began later held nothing then; one
// that had ended has not grown.
Result<std::optional<Earlier>> earlier(const Opened& opened, const Question& question) {
  const std::string& name = question.options.since;
  if (question.since && !has_mark(opened, name)) {
    if (opened.recording.header().started > *question.since) return Earlier{{}, name};
    return Earlier{opened.at(UINT64_MAX), name};
  }
  const auto mark = mark_to_grow_from(opened, question.options);
  if (!mark) return fail(mark.error());
  if (*mark == nullptr) return std::optional<Earlier>();
  return Earlier{opened.at((*mark)->sequence), (*mark)->name};
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
  if ((*other)->damage.any())
    console.warning(options.other_file + " is damaged: only a part of it is compared");
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

Result<void> pass_over_what_is_known(const Question& question, Findings& findings) {
  const Options& options = question.options;
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
  const Baseline own = Baseline::of(findings.sites, findings.names, is_judged);
  const Baseline& there = question.lost_by_all != nullptr ? *question.lost_by_all : own;
  findings.in_baseline = pass_over(findings.sites, is_judged, [&](const Site& site) {
    return baseline->covers(there, site, findings.names);
  });
  return {};
}

}  // namespace

Result<void> find(const Question& question, tools::Console& console, const UseFindings& use) {
  const Options& options = question.options;
  const auto opened = open(options.file);
  if (!opened) return fail(opened.error());
  Opened& file = **opened;
  const auto before = earlier(file, question);
  if (!before) return fail(before.error());
  const heap::Mark* mark = file.marks.empty() ? nullptr : &file.marks.back();
  std::uint64_t until = UINT64_MAX;
  if (!options.until.empty()) {
    if (question.until && !has_mark(file, options.until)) return {};
    const auto named = mark_called(file, options.until, options.file);
    if (!named) return fail(named.error());
    mark = *named;
    until = mark->sequence;
  }
  const heap::Replay now = heap::replay(file.recording, file.damage, until);
  std::optional<heap::Replay> at_peak;
  if (wants_peak(options)) at_peak.emplace(file.at(now.peak_sequence));
  print::Progress progress(options.places.progress);
  const auto names = NamedStacks::open(options, file.recording, file.stacks, progress, console);
  if (!names) return fail(names.error());
  Findings findings{options, file.recording, file.damage, now, file.marks, **names, mark};
  findings.is_at_end = until == UINT64_MAX;
  const heap::Mark* judged = findings.is_judged() ? mark : nullptr;
  const heap::Replay* then = *before ? &(*before)->replay : nullptr;
  findings.sites = gather_sites({now, judged, then, at_peak ? &*at_peak : nullptr}, file.stacks, **names,
                                wants_all_places(options) ? Which::All : Which::Left);
  if (then != nullptr) findings.comparison = {say("mark '", (*before)->mark, "'"), then->total};
  if (!options.other_file.empty())
    if (auto compared = compare(options, findings, progress, console); !compared) return compared;
  if (auto passed = pass_over_what_is_known(question, findings); !passed) return passed;
  return use(findings);
}

Result<std::uint64_t> time_of(const std::vector<std::string>& files, const std::string& name) {
  std::uint64_t time = 0;
  Result<void> missing;
  for (const std::string& file : files) {
    const auto opened = open(file);
    if (!opened) return fail(opened.error());
    const auto mark = mark_called(**opened, name, file);
    if (mark)
      time =
          std::max(time, (*opened)->recording.header().started + (*opened)->at((*mark)->sequence).last_time);
    else if (missing)
      missing = fail(mark.error());
  }
  if (time == 0 && !missing) return fail(missing.error());
  return time;
}

Result<std::string> mark_to_grow_from(const Options& options) {
  const auto opened = open(options.file);
  if (!opened) return fail(opened.error());
  const auto mark = mark_to_grow_from(**opened, options);
  if (!mark) return fail(mark.error());
  return (*mark)->name;
}

}  // namespace symkit::symleak

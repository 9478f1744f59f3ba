#include "symleak/findings.h"

#include <algorithm>

#include "ground/base/words.h"

namespace symkit::symleak {

heap::Reach Findings::unreached() const {
  heap::Reach sum;
  for (const Site& site : sites) sum.add(site.unreached);
  return sum;
}

bool Findings::has_leaks() const {
  if (is_judged()) return unreached().direct.parts != 0;
  if (recording.header().ended == heap::format::Ended::Replaced) return false;
  return std::ranges::any_of(sites, [](const Site& site) { return site.tally.live.parts != 0; });
}

std::int64_t Findings::growth() const {
  const auto before = comparison ? comparison->total.live_bytes : replay.total.live_bytes;
  return static_cast<std::int64_t>(replay.total.live_bytes.rounded() - before.rounded());
}

std::vector<const Site*> Findings::ranking() const {
  const Measure* measure = options.measure;
  if (measure == nullptr && comparison) measure = measure_called("grown-bytes");
  std::vector<const Site*> ranking;
  for (const Site& site : sites)
    if (measure == nullptr ? site.tally.live.parts != 0 : measure->of(site) > 0) ranking.push_back(&site);
  if (measure != nullptr)
    std::ranges::stable_sort(ranking, [&](const Site* left, const Site* right) {
      return measure->of(*left) > measure->of(*right);
    });
  return ranking;
}

std::string command_of(const Findings& findings) {
  std::string command;
  for (const std::string& word : findings.recording.command()) command += (command.empty() ? "" : " ") + word;
  return command;
}

std::string_view how_it_ended(heap::format::Ended ended) {
  switch (ended) {
    case heap::format::Ended::ByExit: return "to its end";
    case heap::format::Ended::AtOnce: return "to _exit";
    case heap::format::Ended::Replaced: return "until it became another program";
    default: return "until it was killed, or still running";
  }
}

std::string seconds(std::uint64_t nanoseconds) {
  const std::uint64_t tenths = nanoseconds / 100'000'000;
  return say(tenths / 10, ".", tenths % 10, " s");
}

std::string with_commas(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}

std::string counted(std::uint64_t number, std::string_view one) {
  return say(with_commas(number), " ", one, number == 1 ? "" : "s");
}

namespace {

std::string why_not_judged(const Findings& findings) {
  if (findings.mark != nullptr) return findings.mark->why_not;
  if (findings.recording.header().ended == heap::format::Ended::Replaced)
    return "the process became another program (exec), which frees all memory";
  if (findings.recording.header().ended == heap::format::Ended::No)
    return "the program did not run to its end";
  return "symleak's helper process was gone when the program ended";
}

}  // namespace

std::vector<std::string> doubts(const Findings& findings) {
  std::vector<std::string> all;
  const auto& header = findings.recording.header();
  const heap::Damage& damage = findings.damage;
  if (header.own_allocator != 0)
    all.emplace_back(
        "the program is linked with its own allocator (malloc), whose allocations are "
        "not "
        "recorded. Link without it, or with the allocator as a shared library");
  if (damage.is_cut) all.emplace_back("the recording is truncated: later events are missing");
  if (damage.blocks + damage.unread != 0)
    all.push_back(
        say(counted(damage.blocks + damage.unread, "part"),
            " of the recording cannot be read: blocks freed there count as not freed, blocks allocated "
            "there are missing"));
  if (header.events_dropped != 0)
    all.push_back(say(counted(header.events_dropped, "event"),
                      " did not fit into the file (is the disk full?): the figures are from before that"));
  if (header.stacks_dropped != 0)
    all.push_back(say(counted(header.stacks_dropped, "allocation"), " have no stack: the file was full"));
  if (header.missed_frees != 0)
    all.push_back(say(counted(header.missed_frees, "call"),
                      " of free came from within the allocator or a signal handler, and were not "
                      "recorded: up to as many blocks that count as not freed may be freed"));
  if (header.missed_allocations != 0)
    all.push_back(say(counted(header.missed_allocations, "allocation"),
                      " came from within the allocator or a signal handler, and are not counted"));
  if (header.parent != 0)
    all.push_back(say("this process was forked: blocks that its parent (process ", header.parent,
                      ") had allocated before are not "
                      "counted"));
  if (const heap::Amount unjudged = findings.unreached().unjudged;
      findings.is_judged() && unjudged.parts != 0)
    all.push_back(say("reachability was checked at mark '", findings.mark->name,
                      "': ", counted(unjudged.rounded(), "block"), " that came later ",
                      unjudged.rounded() == 1 ? "counts" : "count", " as reachable"));
  if (!findings.is_judged()) all.push_back("reachability was not checked: " + why_not_judged(findings));
  if (header.sample != 0)
    all.push_back(say("one block was recorded in about every ", counted(header.sample, "byte"),
                      ": the figures are estimates from these samples"));
  return all;
}

}  // namespace symkit::symleak

#include "symleak/findings.h"

#include "base/words.h"

namespace symkit::symleak {

heap::Reach Findings::unreached() const {
  heap::Reach sum;
  for (const Site& site : sites) sum.add(site.unreached);
  return sum;
}

bool Findings::has_leaks() const { return is_judged() ? unreached().blocks().parts != 0 : !sites.empty(); }

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
  if (findings.recording.header().ended == heap::format::Ended::No)
    return "the program did not come to its end";
  return "symleak's helper was not there at the program's end";
}

}  // namespace

std::vector<std::string> doubts(const Findings& findings) {
  std::vector<std::string> all;
  const auto& header = findings.recording.header();
  const heap::Damage& damage = findings.damage;
  if (damage.is_cut) all.emplace_back("the recording is cut: what came later is missing");
  if (damage.blocks + damage.unread != 0)
    all.push_back(
        say(counted(damage.blocks + damage.unread, "part"),
            " of the recording cannot be read: what was freed there counts as not freed, what was allocated "
            "there is missing"));
  if (header.events_dropped != 0)
    all.push_back(say(counted(header.events_dropped, "event"),
                      " found no room in the file (is the disk full?): the figures are of the time before"));
  if (header.stacks_dropped != 0)
    all.push_back(say(counted(header.stacks_dropped, "allocation"), " have no stack: the file was full"));
  if (header.missed_frees != 0)
    all.push_back(say(counted(header.missed_frees, "call"),
                      " of free came from within the allocator or a signal handler, and were not "
                      "recorded: so many blocks may be freed that count as not freed"));
  if (header.missed_allocations != 0)
    all.push_back(say(counted(header.missed_allocations, "allocation"),
                      " came from within the allocator or a signal handler, and are not counted"));
  if (header.parent != 0)
    all.push_back(say("this is a process that was forked: what its parent (process ", header.parent,
                      ") had allocated before is not "
                      "counted"));
  if (!findings.is_judged())
    all.push_back("what can still be reached was not looked into: " + why_not_judged(findings));
  if (header.sample != 0)
    all.push_back(say("one block was recorded in about every ", counted(header.sample, "byte"),
                      ": the figures are estimates from those"));
  return all;
}

}  // namespace symkit::symleak

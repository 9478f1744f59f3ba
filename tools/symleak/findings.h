// The data of a report, whatever its format.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/print/output.h"
#include "reports/heap/recording.h"
#include "reports/heap/replay.h"
#include "reports/heap/stacks.h"
#include "symleak/measures.h"
#include "symleak/named_stacks.h"
#include "symleak/options.h"
#include "symleak/sites.h"

namespace symkit::symleak {

// What is compared with: an earlier moment, or another recording.
struct Comparison {
  std::string with;  // "mark 'warm'"
  heap::Counts total = {};
};

// Places that are suppressed by a rule of the user's.
struct PassedOver {
  std::size_t places = 0;
  heap::Amount blocks;
  heap::Amount bytes;
};

struct Findings {
  const Options& options;
  const heap::Recording& recording;
  const heap::Damage& damage;
  const heap::Replay& replay;
  const std::vector<heap::Mark>& marks;
  NamedStacks& names;
  const heap::Mark* mark = nullptr;  // by which reachability is judged; nullptr: none
  bool is_at_end = true;             // not at a mark before the end
  std::optional<Comparison> comparison = {};
  std::vector<Site> sites = {};
  PassedOver suppressed = {};
  PassedOver in_baseline = {};

  bool is_judged() const { return mark != nullptr && mark->is_judged; }
  heap::Reach unreached() const;
  // What CI fails for: unreachable blocks; if reachability was not determined, all that are not freed.
  // Blocks referenced only by suppressed ones are suppressed with them.
  bool has_leaks() const;
  // Additional bytes since the moment that is compared with.
  std::int64_t growth() const;
  std::size_t shown(std::size_t count) const {
    return options.top == 0 || count < options.top ? count : options.top;
  }
  // Sorted by the requested measure, without places where it is zero. If none was requested, in the
  // original order.
  std::vector<const Site*> ranking() const;
  // The measures with data.
  std::vector<const Measure*> measures() const {
    return measures_of({is_judged(), comparison.has_value(), replay.total.mappings != 0});
  }
};

void write_text(const Findings& findings, print::Output& output);
void write_json(const Findings& findings, print::Output& output);
void write_markdown(const Findings& findings, std::string& out);
void write_folded(const Findings& findings, std::string& out);
void write_pprof(const Findings& findings, std::string& out);
void write_speedscope(const Findings& findings, std::string& out);
Result<void> write_heaptrack(const Findings& findings, print::Output& out);
void write_html(const Findings& findings, std::string& out);

// Why the figures are uncertain, a sentence each.
std::vector<std::string> doubts(const Findings& findings);

// The program and its arguments, separated by blanks.
std::string command_of(const Findings& findings);
// "to its end"
std::string_view how_it_ended(heap::format::Ended ended);
// "2.1 s"
std::string seconds(std::uint64_t nanoseconds);

// "1,234,567"
std::string with_commas(std::uint64_t number);
// "1 block", "1,234 blocks"
std::string counted(std::uint64_t number, std::string_view one);

}  // namespace symkit::symleak

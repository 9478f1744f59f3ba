// What a report is made of, whatever its form.
#pragma once

#include <vector>

#include "heap/recording.h"
#include "heap/replay.h"
#include "symleak/named_stacks.h"
#include "symleak/sites.h"

namespace symkit::symleak {

struct Findings {
  const heap::Recording& recording;
  const heap::Damage& damage;
  const heap::Replay& replay;
  const NamedStacks& names;
  const heap::Mark* mark;  // the last one; nullptr if there is none
  const std::vector<Site>& sites;
  unsigned top;  // so many sites are shown; 0: all

  bool is_judged() const { return mark != nullptr && mark->is_judged; }
  heap::Reach unreached() const;
  // What CI fails for: what nothing leads to; where that was not looked into, all that is not freed.
  bool has_leaks() const;
  std::size_t shown() const { return top == 0 || sites.size() < top ? sites.size() : top; }
};

void write_text(const Findings& findings, std::string& out);
void write_json(const Findings& findings, std::string& out);

// What makes the figures uncertain, a sentence each.
std::vector<std::string> doubts(const Findings& findings);

// "1,234,567"
std::string with_commas(std::uint64_t number);
// "1 block", "1,234 blocks"
std::string counted(std::uint64_t number, std::string_view one);

}  // namespace symkit::symleak

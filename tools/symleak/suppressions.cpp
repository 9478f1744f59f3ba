#include "symleak/suppressions.h"

#include <algorithm>
#include <iterator>

#include "ground/base/each_line.h"
#include "ground/base/words.h"
#include "symleak/file_text.h"

namespace symkit::symleak {

bool matches_pattern(std::string_view pattern, std::string_view text) {
  if (text.empty()) return false;
  bool must_begin_here = pattern.starts_with('^');
  if (must_begin_here) pattern.remove_prefix(1);
  bool anything_may_follow = false;
  while (!pattern.empty()) {
    if (pattern.front() == '*') {
      must_begin_here = false;
      anything_may_follow = true;
      pattern.remove_prefix(1);
      continue;
    }
    if (pattern.front() == '$') return text.empty() || anything_may_follow;
    const std::string_view piece = pattern.substr(0, pattern.find_first_of("*$"));
    const std::size_t place = text.find(piece);
    if (text.empty() || place == std::string_view::npos || (must_begin_here && place != 0)) return false;
    text.remove_prefix(place + piece.size());
    pattern.remove_prefix(piece.size());
    must_begin_here = anything_may_follow = false;
  }
  return true;
}

Result<Suppressions> Suppressions::read(const std::string& path) {
  const auto text = file_text(path);
  if (!text) return fail(text.error());
  return of_text(*text, path);
}

Result<Suppressions> Suppressions::of_text(std::string_view text, const std::string& name) {
  Suppressions suppressions;
  Result<void> sound;
  std::size_t number = 0;
  each_line(text, [&](std::string_view line) {
    ++number;
    line = trimmed(line);
    if (line.empty() || line.starts_with('#')) return;
    constexpr std::string_view kind = "leak:";
    if (line.starts_with(kind) && line.size() > kind.size()) {
      suppressions.patterns_.emplace_back(line.substr(kind.size()));
    } else if (sound) {
      sound = fail(say(name, ":", number, ": '", line, "' is not a suppression: write leak:PATTERN"));
    }
  });
  if (!sound) return fail(sound.error());
  return suppressions;
}

const std::string* Suppressions::rule_for(const std::vector<std::uint32_t>& frames,
                                          const NamedStacks& names) const {
  for (const std::uint32_t number : frames)
    if (const std::string* rule = rule_for(names.frame(number))) return rule;
  return nullptr;
}

const std::string* Suppressions::rule_for(const NamedFrame& frame) const {
  if (const std::string* rule = first_matching(frame.path)) return rule;
  if (frame.sharing.is_open()) return rule_for_all(*frame.sharing.code());
  const std::string* rule = first_matching(frame.function);
  return rule != nullptr ? rule : first_matching(frame.file);
}

// Whichever of the functions ran: each has a rule of its own, or all share one.
const std::string* Suppressions::rule_for_all(const SharedCode& code) const {
  const std::string* rule = nullptr;
  if (code.names.size() < code.count) return rule;
  for (const std::string& name : code.names)
    if (rule = first_matching(name); rule == nullptr) return nullptr;
  return rule;
}

const std::string* Suppressions::first_matching(std::string_view text) const {
  const auto found = std::ranges::find_if(
      patterns_, [&](const std::string& pattern) { return matches_pattern(pattern, text); });
  return found == patterns_.end() ? nullptr : &*found;
}

void Suppressions::add(Suppressions other) {
  std::ranges::move(other.patterns_, std::back_inserter(patterns_));
}

}  // namespace symkit::symleak

#include "retrace/narrow.h"

#include "retrace/group_lines.h"

namespace symkit::retrace {
namespace {

class Narrower {
 public:
  explicit Narrower(const MethodGroup& group) : group_(group), lines_(GroupLines::of(group, scratch_)) {}

  Narrowed narrow(std::optional<std::int32_t> position, std::optional<std::int32_t> within_outline) {
    const bool has_position = position && *position > 0;
    Narrowed result{{}, position};
    select(result, within_outline, has_position ? holding(*position) : at_preamble());
    if (result.candidates.empty() && has_position) select(result, within_outline, without_lines());
    if (result.candidates.empty() && !has_position) only_methods(result);
    return result;
  }

 private:
  struct Chosen {
    std::uint32_t method = 0;
    std::vector<std::uint32_t> ranges;
  };

  // A range, and those behind it that were inlined into each other.
  Chosen chain(HeldLine held) const {
    Chosen chosen{held.method, {held.range}};
    const auto& minified = group_.ranges[held.range].minified;
    const std::uint32_t end = lines_.methods()[held.method].end;
    for (std::uint32_t next = held.range + 1; next < end && group_.ranges[next].minified == minified; ++next)
      chosen.ranges.push_back(next);
    return chosen;
  }

  std::vector<Chosen> holding(std::int32_t line) const {
    std::vector<Chosen> found;
    for (const HeldLine held : lines_.holding(line)) found.push_back(chain(held));
    return found;
  }

  // Of each method what holds line 0, or else the first that has no lines.
  std::vector<Chosen> at_preamble() const {
    std::vector<Chosen> found;
    const std::vector<HeldLine> at_zero = lines_.holding(0);
    auto next = at_zero.begin();
    const auto add_before = [&](std::uint32_t method) {
      for (; next != at_zero.end() && next->method <= method; ++next) found.push_back(chain(*next));
    };
    for (const HeldLine held : lines_.without_lines()) {
      add_before(held.method);
      if (found.empty() || found.back().method != held.method) found.push_back({held.method, {held.range}});
    }
    add_before(none);
    return found;
  }

  std::vector<Chosen> without_lines() const {
    std::vector<Chosen> found;
    for (const HeldLine held : lines_.without_lines()) {
      if (found.empty() || found.back().method != held.method) found.push_back({held.method, {}});
      found.back().ranges.push_back(held.range);
    }
    return found;
  }

  void select(Narrowed& result, std::optional<std::int32_t> within_outline, std::vector<Chosen> all) const {
    for (Chosen& chosen : all) {
      const std::uint32_t callsite = group_.ranges[chosen.ranges.back()].callsite;
      if (within_outline && callsite != none) {
        result = at_call(lines_.translated(callsite, *within_outline));
        return;
      }
      result.candidates.push_back(candidate(std::move(chosen)));
    }
  }

  // What the positions lead to is taken as it is: a call site there is another outline's.
  Narrowed at_call(std::int32_t line) const {
    Narrowed result{{}, line};
    for (Chosen& chosen : holding(line)) result.candidates.push_back(candidate(std::move(chosen)));
    return result;
  }

  Candidate candidate(Chosen chosen) const {
    const MappedRange& outermost = group_.ranges[lines_.methods()[chosen.method].end - 1];
    return {outermost.member, outermost.signature, std::move(chosen.ranges)};
  }

  void only_methods(Narrowed& result) const {
    for (std::uint32_t number = 0; number < lines_.methods().size(); ++number) {
      const Run method = lines_.methods()[number];
      const MappedRange& first = group_.ranges[method.begin];
      const bool only_catch_all =
          method.end - method.begin == 1 && first.minified && first.minified->is_catch_all();
      result.candidates.push_back(candidate({number, {}}));
      if (only_catch_all) result.candidates.back().ranges = {method.begin};
    }
  }

  const MethodGroup& group_;
  std::optional<GroupLines> scratch_;
  const GroupLines& lines_;
};

}  // namespace

Narrowed narrow(const MethodGroup& group, std::optional<std::int32_t> position,
                std::optional<std::int32_t> within_outline) {
  return Narrower(group).narrow(position, within_outline);
}

}  // namespace symkit::retrace

#include "answers/retrace/narrow.h"

#include "answers/retrace/group_lines.h"

namespace symkit::retrace {
namespace {

class Narrower {
 public:
  explicit Narrower(const MethodGroup& group) : group_(group), lines_(GroupLines::of(group, scratch_)) {}

  Narrowed narrow(std::optional<std::int32_t> position, std::optional<std::int32_t> within_outline) {
    const bool has_position = position && *position > 0;
    Narrowed result{{}, position};
    if (has_position) {
      lines_.each_holding(*position,
                          [&](HeldLine held) { return take(result, within_outline, chain(held)); });
    } else {
      select(result, within_outline, at_preamble());
    }
    if (result.candidates.empty() && has_position) select(result, within_outline, without_lines());
    if (result.candidates.empty() && !has_position) only_methods(result);
    return result;
  }

 private:
  struct Chosen {
    std::uint32_t method = 0;
    std::vector<std::uint32_t> ranges;
  };

  // A range, and those after it that were inlined into each other.
  Chosen chain(HeldLine held) const {
    Chosen chosen{held.method, {held.range}};
    const auto& minified = group_.ranges[held.range].minified;
    const std::uint32_t end = lines_.methods()[held.method].end;
    for (std::uint32_t next = held.range + 1; next < end && group_.ranges[next].minified == minified; ++next)
      chosen.ranges.push_back(next);
    return chosen;
  }

  // For each method the ranges that contain line 0, or else the first without lines.
  std::vector<Chosen> at_preamble() const {
    std::vector<Chosen> found;
    std::vector<HeldLine> at_zero;
    lines_.each_holding(0, [&](HeldLine held) {
      at_zero.push_back(held);
      return true;
    });
    auto next = at_zero.begin();
    const auto add_before = [&](std::uint32_t method) {
      for (; next != at_zero.end() && next->method <= method; ++next) found.push_back(chain(*next));
    };
    lines_.each_without_lines([&](HeldLine held) {
      add_before(held.method);
      if (found.empty() || found.back().method != held.method) found.push_back({held.method, {held.range}});
    });
    add_before(none);
    return found;
  }

  std::vector<Chosen> without_lines() const {
    std::vector<Chosen> found;
    lines_.each_without_lines([&](HeldLine held) {
      if (found.empty() || found.back().method != held.method) found.push_back({held.method, {}});
      found.back().ranges.push_back(held.range);
    });
    return found;
  }

  void select(Narrowed& result, std::optional<std::int32_t> within_outline, std::vector<Chosen> all) const {
    for (Chosen& chosen : all)
      if (!take(result, within_outline, std::move(chosen))) return;
  }

  // Returns false if the frame is the call site of an outline: the translated line is then the result.
  bool take(Narrowed& result, std::optional<std::int32_t> within_outline, Chosen chosen) const {
    const std::uint32_t callsite = group_.ranges[chosen.ranges.back()].callsite;
    if (within_outline && callsite != none) {
      result = at_call(lines_.translated(callsite, *within_outline));
      return false;
    }
    result.candidates.push_back(candidate(std::move(chosen)));
    return true;
  }

  // The ranges at a translated line. A call site there belongs to another outline and is ignored.
  Narrowed at_call(std::int32_t line) const {
    Narrowed result{{}, line};
    lines_.each_holding(line, [&](HeldLine held) {
      result.candidates.push_back(candidate(chain(held)));
      return true;
    });
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

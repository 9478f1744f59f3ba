#include "retrace/narrow.h"

#include <algorithm>

namespace symkit::retrace {
namespace {

// A run of the group's ranges.
struct Run {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

class Narrower {
 public:
  explicit Narrower(const MethodGroup& group) : group_(group), methods_(methods_of()) {}

  Narrowed narrow(std::optional<std::int32_t> position, std::optional<std::int32_t> within_outline) {
    const bool has_position = position && *position > 0;
    Narrowed result{{}, position};
    if (has_position) {
      select(result, within_outline, [&](Run method) { return holding(method, *position); });
      if (result.candidates.empty())
        select(result, within_outline, [&](Run method) { return without_range(method); });
    } else {
      select(result, within_outline, [&](Run method) { return at_preamble(method); });
    }
    if (result.candidates.empty() && !has_position) only_methods(result);
    return result;
  }

 private:
  bool same_minified(std::uint32_t a, std::uint32_t b) const {
    return group_.ranges[a].minified && group_.ranges[a].minified == group_.ranges[b].minified;
  }

  // The end of the frames that were inlined into each other, which begin with this one.
  std::uint32_t outermost_end(std::uint32_t at) const {
    while (at + 1 < group_.ranges.size() && same_minified(at, at + 1)) ++at;
    return at + 1;
  }

  // The ranges of one method follow each other. Where the first and the last are of the same method, so are
  // all between: what looks like another is inlined into it without lines.
  std::vector<Run> methods_of() const {
    const auto count = static_cast<std::uint32_t>(group_.ranges.size());
    std::vector<Run> runs;
    if (count == 0) return runs;
    const auto signature_before = [&](std::uint32_t end) { return group_.ranges[end - 1].signature; };
    Run run{0, count == 1 ? 1 : outermost_end(0)};
    if (signature_before(run.end) == signature_before(count)) return {{0, count}};
    for (std::uint32_t at = run.end; at < count;) {
      const std::uint32_t end = outermost_end(at);
      if (signature_before(run.end) != signature_before(end)) {
        runs.push_back(run);
        run.begin = at;
      }
      run.end = at = end;
    }
    runs.push_back(run);
    return runs;
  }

  std::vector<std::uint32_t> holding(Run method, std::int32_t line) const {
    for (std::uint32_t at = method.begin; at < method.end; ++at) {
      const auto& minified = group_.ranges[at].minified;
      if (!minified || !minified->contains(line)) continue;
      std::vector<std::uint32_t> found{at};
      for (std::uint32_t next = at + 1; next < method.end && group_.ranges[next].minified == minified; ++next)
        found.push_back(next);
      return found;
    }
    return {};
  }

  std::vector<std::uint32_t> at_preamble(Run method) const {
    auto found = holding(method, 0);
    if (!found.empty()) return found;
    for (std::uint32_t at = method.begin; at < method.end; ++at)
      if (!group_.ranges[at].minified) return {at};
    return {};
  }

  std::vector<std::uint32_t> without_range(Run method) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t at = method.begin; at < method.end; ++at)
      if (!group_.ranges[at].minified) found.push_back(at);
    return found;
  }

  template <class RangesOf>
  void select(Narrowed& result, std::optional<std::int32_t> within_outline, const RangesOf& ranges_of) {
    for (const Run method : methods_) {
      std::vector<std::uint32_t> ranges = ranges_of(method);
      if (ranges.empty()) continue;
      const std::uint32_t callsite = group_.ranges[ranges.back()].callsite;
      if (within_outline && callsite != none) {
        result = at_call(translated(group_.callsites[callsite], *within_outline));
        return;
      }
      result.candidates.push_back(candidate(method, std::move(ranges)));
    }
  }

  // What the positions lead to is taken as it is: a call site there is another outline's.
  Narrowed at_call(std::int32_t line) const {
    Narrowed result{{}, line};
    for (const Run method : methods_)
      if (auto ranges = holding(method, line); !ranges.empty())
        result.candidates.push_back(candidate(method, std::move(ranges)));
    return result;
  }

  static std::int32_t translated(const CallsitePositions& positions, std::int32_t line) {
    const auto found = std::ranges::find(positions, line, &CallsitePositions::value_type::first);
    return found == positions.end() ? line : found->second;
  }

  Candidate candidate(Run method, std::vector<std::uint32_t> ranges) const {
    const MappedRange& outermost = group_.ranges[method.end - 1];
    return {outermost.member, outermost.signature, std::move(ranges)};
  }

  void only_methods(Narrowed& result) const {
    for (const Run method : methods_) {
      const MappedRange& first = group_.ranges[method.begin];
      const bool only_catch_all =
          method.end - method.begin == 1 && first.minified && first.minified->is_catch_all();
      result.candidates.push_back(candidate(method, {}));
      if (only_catch_all) result.candidates.back().ranges = {method.begin};
    }
  }

  const MethodGroup& group_;
  std::vector<Run> methods_;
};

}  // namespace

Narrowed narrow(const MethodGroup& group, std::optional<std::int32_t> position,
                std::optional<std::int32_t> within_outline) {
  return Narrower(group).narrow(position, within_outline);
}

}  // namespace symkit::retrace

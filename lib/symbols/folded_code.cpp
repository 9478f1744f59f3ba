#include "symbols/folded_code.h"

#include <algorithm>

namespace symkit::symbols {
namespace {

// Inlined code can be put where the other function's is if both have as much of it, in the same order and
// within the same calls.
bool is_inlined_alike(const dwarf::Function& dropped, const KeptShape& kept) {
  const auto length = [](const dwarf::InlinedRange& range) { return range.end - range.begin; };
  const auto is_same_call = [](const dwarf::InlinedCall& a, const dwarf::InlinedCall& b) {
    return a.parent == b.parent;
  };
  const auto is_same_range = [&](const dwarf::InlinedRange& a, const dwarf::InlinedRange& b) {
    return a.call == b.call && length(a) == length(b);
  };
  return std::ranges::equal(dropped.calls, kept.calls, is_same_call) &&
         std::ranges::equal(dropped.inlined, kept.inlined, is_same_range);
}

// The calls of equal code are the same instructions, one after the other. Of one that is not described on
// either side nothing can be said of those behind it.
std::vector<dwarf::CallSite> call_sites_of(const dwarf::Function& dropped, const KeptShape& kept,
                                           bool is_alike) {
  const auto is_same = [](const dwarf::CallSite& a, const dwarf::CallSite& b) {
    return a.is_tail_call == b.is_tail_call && a.callee.is_given() == b.callee.is_given();
  };
  const auto is_own = [](const dwarf::CallSite& site) { return site.call == 0; };
  if (!std::ranges::equal(dropped.call_sites, kept.call_sites, is_same)) return {};
  // Entries below inlined calls come in the order of these, which is the code's only if they are the same.
  if (!is_alike &&
      !(std::ranges::all_of(dropped.call_sites, is_own) && std::ranges::all_of(kept.call_sites, is_own)))
    return {};
  std::vector<dwarf::CallSite> sites(dropped.call_sites.begin(), dropped.call_sites.end());
  for (std::size_t i = 0; i < sites.size(); ++i) sites[i].returns_to = kept.call_sites[i].returns_to;
  return sites;
}

bool has_same_lines(const dwarf::LineTable& lines, const dwarf::LineSequence& a,
                    const dwarf::LineSequence& b) {
  return std::ranges::equal(
      lines.rows(a), lines.rows(b), [](const dwarf::LineRow& x, const dwarf::LineRow& y) {
        return x.address == y.address && x.line == y.line && x.file_and_statement == y.file_and_statement;
      });
}

}  // namespace

std::optional<FoldedCode::Place> FoldedCode::place(const dwarf::Function& function, std::string_view name,
                                                   std::span<const dwarf::LineSequence> sequences) const {
  if (function.ranges.size() != 1 || name.empty()) return std::nullopt;
  const std::uint64_t size = function.ranges[0].end - function.ranges[0].begin;
  const KeptShape* found = nullptr;
  for (const dwarf::LineSequence& sequence : sequences) {
    if (sequence.end - sequence.begin != size) continue;
    const auto kept = kept_.find({sequence.begin, sequence.end});
    if (kept == kept_.end() || &kept->second == found || !has_symbol(name, sequence.begin)) continue;
    if (found != nullptr) return std::nullopt;  // two functions of its name are as long as it
    found = &kept->second;
  }
  if (found == nullptr) return std::nullopt;
  Place place{.range = found->range};
  if (!found->is_known) {
    place.knows_inlined = function.inlined.empty();
    return place;
  }
  const bool is_alike = is_inlined_alike(function, *found);
  place.knows_inlined = is_alike || function.inlined.empty();
  if (is_alike) place.inlined = found->inlined;
  place.call_sites = call_sites_of(function, *found, is_alike);
  return place;
}

std::optional<FoldedCode::Place> FoldedCode::place_of_kept(const dwarf::Function& function) const {
  if (function.ranges.size() != 1) return std::nullopt;
  const dwarf::Range range = function.ranges[0];
  if (!kept_.contains({range.begin, range.end})) return std::nullopt;
  return Place{.range = range,
               .inlined = {function.inlined.begin(), function.inlined.end()},
               .call_sites = {function.call_sites.begin(), function.call_sites.end()}};
}

// A compiler may add a suffix to a name, behind a dot.
bool FoldedCode::has_symbol(std::string_view name, std::uint64_t begin) const {
  if (outline_ == nullptr) return false;
  const auto here = std::ranges::equal_range(outline_->symbols(), begin, {}, &PlacedSymbol::begin);
  return std::ranges::any_of(here, [&](const PlacedSymbol& symbol) {
    return symbol.name.starts_with(name) &&
           (symbol.name.size() == name.size() || symbol.name[name.size()] == '.');
  });
}

const dwarf::LineSequence* sequence_of(const dwarf::LineTable& lines, dwarf::Range range,
                                       std::uint32_t line) {
  const auto& all = lines.sequences();
  std::vector<const dwarf::LineSequence*> distinct;
  for (auto at = std::ranges::lower_bound(all, range.end, {}, &dwarf::LineSequence::end);
       at != all.end() && at->end == range.end; ++at) {
    const auto is_same = [&](const dwarf::LineSequence* known) { return has_same_lines(lines, *known, *at); };
    if (at->begin == range.begin && std::ranges::none_of(distinct, is_same)) distinct.push_back(&*at);
  }
  if (distinct.size() < 2) return distinct.empty() ? nullptr : distinct.front();
  if (line == 0) return nullptr;
  // A function's first row is of the line on which it is declared, or where its body begins.
  const dwarf::LineSequence* nearest = nullptr;
  std::uint32_t best = UINT32_MAX;
  bool is_single = false;
  for (const dwarf::LineSequence* sequence : distinct) {
    const std::uint32_t first = lines.rows(*sequence).front().line;
    const std::uint32_t distance = first < line ? UINT32_MAX : first - line;
    if (distance > best) continue;
    is_single = distance < best;
    best = distance;
    nearest = sequence;
  }
  return is_single ? nearest : nullptr;
}

}  // namespace symkit::symbols

#include "debug/symbols/folded_code.h"

#include <algorithm>
#include <ranges>

namespace symkit::symbols {
namespace {

// The most places with the same name and size: if there are more, the right one is not searched.
constexpr std::size_t most_places_of_name = 64;
constexpr unsigned most_suffixes = 4;

// The ranges of a call; they are stored consecutively, in the order of the calls.
std::span<const dwarf::InlinedRange> ranges_of(std::uint32_t call,
                                               std::span<const dwarf::InlinedRange> inlined) {
  const auto here = std::ranges::equal_range(inlined, call, {}, &dwarf::InlinedRange::call);
  return {here.begin(), here.end()};
}

// Whether the positions of inlined code can be copied from the other function: both must have the same
// amount, in the same order and within the same calls. In DWARF 4, deleted code in several pieces has no
// lengths: then the calls must be on the same lines.
bool is_inlined_alike(const dwarf::Function& dropped, const KeptShape& kept) {
  if (dropped.calls.size() != kept.calls.size()) return false;
  const auto is_as_long = [](const dwarf::InlinedRange& a, const dwarf::InlinedRange& b) {
    return a.end - a.begin == b.end - b.begin;
  };
  for (std::uint32_t i = 0; i < kept.calls.size(); ++i) {
    const dwarf::InlinedCall &a = dropped.calls[i], &b = kept.calls[i];
    const auto its = ranges_of(i + 1, dropped.inlined), others = ranges_of(i + 1, kept.inlined);
    const bool is_alike = its.empty() && !others.empty() ? a.call_line == b.call_line && a.call_line != 0
                                                         : std::ranges::equal(its, others, is_as_long);
    if (a.parent != b.parent || !is_alike) return false;
  }
  return true;
}

bool has_sequence(std::span<const dwarf::LineSequence> sequences, dwarf::Range range) {
  const auto ending = std::ranges::equal_range(sequences, range.end, {}, &dwarf::LineSequence::end);
  const auto few = ending | std::views::take(most_places_of_name);
  return std::ranges::find(few, range.begin, &dwarf::LineSequence::begin) != few.end();
}

// A compiler may append suffixes to a name, after dots.
template <class Take>
void for_each_plain_name(std::string_view symbol, Take take) {
  take(symbol);
  std::size_t dot = symbol.find('.', 1);
  for (unsigned suffix = 0; suffix < most_suffixes && dot != std::string_view::npos; ++suffix) {
    take(symbol.substr(0, dot));
    dot = symbol.find('.', dot + 1);
  }
}

// Equal code has the same call instructions in the same order. If one is not described on either side,
// nothing is known about those after it.
std::vector<dwarf::CallSite> call_sites_of(const dwarf::Function& dropped, const KeptShape& kept,
                                           bool is_alike) {
  const auto is_same = [](const dwarf::CallSite& a, const dwarf::CallSite& b) {
    return a.is_tail_call == b.is_tail_call && a.callee.is_given() == b.callee.is_given();
  };
  const auto is_own = [](const dwarf::CallSite& site) { return site.call == 0; };
  if (!std::ranges::equal(dropped.call_sites, kept.call_sites, is_same)) return {};
  // Entries nested in inlined calls are in the order of these calls, which is that of the code only if
  // the calls are the same.
  if (!is_alike &&
      !(std::ranges::all_of(dropped.call_sites, is_own) && std::ranges::all_of(kept.call_sites, is_own)))
    return {};
  std::vector<dwarf::CallSite> sites(dropped.call_sites.begin(), dropped.call_sites.end());
  for (std::size_t i = 0; i < sites.size(); ++i) sites[i].returns_to = kept.call_sites[i].returns_to;
  return sites;
}

}  // namespace

FoldedCode::FoldedCode(KeptShapes kept, const Outline* outline) : kept_(std::move(kept)) {
  if (outline == nullptr) return;
  for (const auto& [range, shape] : kept_)
    for (const PlacedSymbol& symbol :
         std::ranges::equal_range(outline->symbols(), range.first, {}, &PlacedSymbol::begin))
      for_each_plain_name(symbol.name, [&](std::string_view name) {
        by_symbol_.emplace(NamedSize(name, range.second - range.first), &shape);
      });
}

std::optional<FoldedCode::KeptCode> FoldedCode::place(const dwarf::Function& function, std::string_view name,
                                                      std::span<const dwarf::LineSequence> sequences,
                                                      const dwarf::LineSequence* own) const {
  if (function.ranges.size() != 1 || name.empty()) return std::nullopt;
  const std::uint64_t size = function.ranges[0].end - function.ranges[0].begin;
  const KeptShape* found = own != nullptr ? kept_at(*own, size) : kept_for(name, size, sequences);
  if (found == nullptr) return std::nullopt;
  KeptCode place{.range = found->range};
  if (!found->is_known) return place;
  const bool is_alike = is_inlined_alike(function, *found);
  if (is_alike) place.inlined = found->inlined;
  place.call_sites = call_sites_of(function, *found, is_alike);
  return place;
}

const KeptShape* FoldedCode::kept_at(const dwarf::LineSequence& sequence, std::uint64_t size) const {
  if (sequence.end - sequence.begin != size) return nullptr;
  const auto kept = kept_.find({sequence.begin, sequence.end});
  return kept == kept_.end() ? nullptr : &kept->second;
}

// Null if two functions with its name have its size.
const KeptShape* FoldedCode::kept_for(std::string_view name, std::uint64_t size,
                                      std::span<const dwarf::LineSequence> sequences) const {
  const KeptShape* found = nullptr;
  const auto [first, end] = by_symbol_.equal_range({name, size});
  std::size_t tried = 0;
  for (auto at = first; at != end; ++at) {
    const KeptShape* kept = at->second;
    if (++tried > most_places_of_name) return nullptr;
    if (kept == found || !has_sequence(sequences, kept->range)) continue;
    if (found != nullptr) return nullptr;
    found = kept;
  }
  return found;
}

std::optional<FoldedCode::KeptCode> FoldedCode::place_of_kept(const dwarf::Function& function) const {
  if (function.ranges.size() != 1) return std::nullopt;
  const dwarf::Range range = function.ranges[0];
  if (!kept_.contains({range.begin, range.end})) return std::nullopt;
  return KeptCode{.range = range,
                  .inlined = {function.inlined.begin(), function.inlined.end()},
                  .call_sites = {function.call_sites.begin(), function.call_sites.end()}};
}

}  // namespace symkit::symbols

#include "symleak/measures.h"

#include <algorithm>
#include <array>

#include "symleak/sites.h"

namespace symkit::symleak {
namespace {

using Needs = Measure::Needs;

std::int64_t number(std::uint64_t amount) {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(amount, INT64_MAX));
}

std::int64_t number(heap::Amount amount) { return number(amount.rounded()); }

constexpr std::array measures = {
    Measure{"bytes", "not freed", "byte", "inuse_space", Needs::Nothing,
            [](const Site& site) { return number(site.tally.live_bytes); }},
    Measure{"blocks", "not freed", "block", "inuse_objects", Needs::Nothing,
            [](const Site& site) { return number(site.tally.live); }},
    Measure{"lost-bytes", "lost", "byte", "lost_space", Needs::Verdict,
            [](const Site& site) { return number(site.unreached.bytes()); }},
    Measure{"lost-blocks", "lost", "block", "lost_objects", Needs::Verdict,
            [](const Site& site) { return number(site.unreached.blocks()); }},
    Measure{"grown-bytes", "more", "byte", "grown_space", Needs::Comparison,
            [](const Site& site) { return number(site.tally.live_bytes) - number(site.before.live_bytes); }},
    Measure{"grown-blocks", "more", "block", "grown_objects", Needs::Comparison,
            [](const Site& site) { return number(site.tally.live) - number(site.before.live); }},
    Measure{"peak-bytes", "at the peak", "byte", "peak_space", Needs::Nothing,
            [](const Site& site) { return number(site.peak_bytes); }},
    Measure{"peak-blocks", "at the peak", "block", "peak_objects", Needs::Nothing,
            [](const Site& site) { return number(site.peak_blocks); }},
    Measure{"allocated-bytes", "allocated", "byte", "alloc_space", Needs::Nothing,
            [](const Site& site) { return number(site.tally.allocated_bytes); }},
    Measure{"allocations", "allocated", "block", "alloc_objects", Needs::Nothing,
            [](const Site& site) { return number(site.tally.allocations); }},
    Measure{"short-lived", "short-lived", "block", "short_lived_objects", Needs::Nothing,
            [](const Site& site) { return number(site.tally.short_lived); }},
    Measure{"mapped-bytes", "mapped", "byte", "mapped_space", Needs::Mappings,
            [](const Site& site) { return number(site.tally.mapped_bytes); }},
    Measure{"mappings", "mapped", "range", "mapped_ranges", Needs::Mappings,
            [](const Site& site) { return number(site.tally.mappings); }},
};

}  // namespace

std::span<const Measure> all_measures() { return measures; }

const Measure* measure_called(std::string_view name) {
  const auto* found = std::ranges::find(measures, name, &Measure::name);
  return found == measures.end() ? nullptr : found;
}

std::vector<const Measure*> measures_of(Known known) {
  const auto is_known = [&](Needs needs) {
    switch (needs) {
      case Needs::Verdict: return known.is_judged;
      case Needs::Comparison: return known.is_compared;
      case Needs::Mappings: return known.has_mappings;
      default: return true;
    }
  };
  std::vector<const Measure*> all;
  for (const Measure& measure : measures)
    if (is_known(measure.needs)) all.push_back(&measure);
  return all;
}

}  // namespace symkit::symleak

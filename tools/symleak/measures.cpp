#include "symleak/measures.h"

#include <algorithm>
#include <array>

#include "symleak/sites.h"

namespace symkit::symleak {
namespace {

using Needs = Measure::Needs;

std::int64_t number(heap::Amount amount) {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(amount.rounded(), INT64_MAX));
}

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
};

}  // namespace

std::span<const Measure> all_measures() { return measures; }

const Measure* measure_called(std::string_view name) {
  const auto* found = std::ranges::find(measures, name, &Measure::name);
  return found == measures.end() ? nullptr : found;
}

std::vector<const Measure*> measures_known(bool is_judged, bool is_compared) {
  std::vector<const Measure*> known;
  for (const Measure& measure : measures)
    if ((measure.needs != Needs::Verdict || is_judged) && (measure.needs != Needs::Comparison || is_compared))
      known.push_back(&measure);
  return known;
}

}  // namespace symkit::symleak

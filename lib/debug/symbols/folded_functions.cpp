#include "debug/symbols/folded_functions.h"

#include <algorithm>
#include <set>
#include <utility>

#include "debug/symbols/folded_code.h"
#include "ground/io/workers.h"

namespace symkit::symbols {
namespace {

// The functions that were kept in place of dropped ones.
KeptShapes kept_functions(const std::vector<FoldedUnit>& folded, std::span<const index::Draft> drafts,
                          FileAddress text_base) {
  KeptShapes kept;
  for (const FoldedUnit& unit : folded)
    for (const dwarf::Range& range : unit.ranges)
      kept.try_emplace({range.begin, range.end}, KeptShape{.range = range, .unit = UINT64_MAX});
  for (const index::Draft& draft : drafts)
    for (const index::DraftFunction& function : draft.functions()) {
      if (function.source != index::Source::DebugInfo || function.is_part) continue;
      const auto found = kept.find({function.begin + text_base.value, function.end + text_base.value});
      if (found == kept.end()) continue;
      KeptShape& shape = found->second;
      if (function.unit > shape.unit || (function.unit == shape.unit && function.order < shape.entry))
        continue;
      shape.unit = function.unit;
      shape.entry = function.order;
    }
  std::erase_if(kept, [](const auto& one) { return one.second.unit == UINT64_MAX; });
  return kept;
}

// Reads a unit again for what some of its functions say about their code.
class ShapeReader final : private dwarf::FunctionSink {
 public:
  ShapeReader(debuginfo::Units& units, KeptShapes& kept) : tools_(units), kept_(kept) {
    walk_.collect_call_sites();
  }

  void take(const dwarf::UnitHeader& header) {
    if (!tools_.spend(header.end - header.offset)) return;
    tools_.enter(header);
    const dwarf::Unit own(tools_.sections(), header, tools_.table());
    const dwarf::Unit* rest = own.is_skeleton() ? tools_.rest_of(own) : nullptr;
    unit_ = header.offset;
    tools_.with_ranges(rest, [&](dwarf::RangeAllowance& allowance) {
      return walk_.run(rest == nullptr ? own : *rest, allowance, scopes_, *this);
    });
  }

 private:
  // Each shape belongs to one unit, so no two workers share it.
  void take(const dwarf::Function& function) override {
    if (function.ranges.size() != 1) return;
    const auto found = kept_.find({function.ranges[0].begin, function.ranges[0].end});
    if (found == kept_.end() || found->second.unit != unit_ || found->second.entry != function.entry) return;
    KeptShape& shape = found->second;
    if (!tools_.spend(function.calls.size() + function.inlined.size() + function.call_sites.size())) return;
    shape.calls.assign(function.calls.begin(), function.calls.end());
    shape.inlined.assign(function.inlined.begin(), function.inlined.end());
    shape.call_sites.assign(function.call_sites.begin(), function.call_sites.end());
    shape.is_known = true;
  }

  debuginfo::UnitTools tools_;
  KeptShapes& kept_;
  dwarf::FunctionWalk walk_;
  dwarf::Scopes scopes_;
  std::uint64_t unit_ = 0;
};

void read_shapes(debuginfo::Units& units, KeptShapes& kept, unsigned jobs) {
  std::set<std::uint64_t> offsets;
  for (const auto& [range, shape] : kept) offsets.insert(shape.unit);
  units.until_whole();
  std::vector<const dwarf::UnitHeader*> headers;
  for (const std::uint64_t offset : offsets)
    if (const dwarf::UnitHeader* header = units.list().containing(offset)) headers.push_back(header);
  std::vector<std::unique_ptr<ShapeReader>> readers;
  readers.reserve(jobs);
  for (unsigned worker = 0; worker < jobs; ++worker)
    readers.push_back(std::make_unique<ShapeReader>(units, kept));
  io::for_each_item(jobs, headers.size(),
                    [&](unsigned worker, std::size_t i) { readers[worker]->take(*headers[i]); });
}

}  // namespace

UnitGatherers gather_folded(const Layout& layout, debuginfo::Units& units, const UnitGatherers& gatherers,
                            std::span<index::Draft> drafts) {
  std::vector<FoldedUnit> folded;
  for (const auto& gatherer : gatherers)
    std::ranges::move(gatherer->take_folded_units(), std::back_inserter(folded));
  if (folded.empty()) return {};
  KeptShapes kept = kept_functions(folded, drafts, layout.image().text_base());
  std::erase_if(folded, [&](const FoldedUnit& unit) {
    return std::ranges::none_of(
        unit.ranges, [&](const dwarf::Range& range) { return kept.contains({range.begin, range.end}); });
  });
  if (folded.empty()) return {};
  // The same content gives the same index, however the work was divided.
  std::ranges::sort(folded, {}, [](const FoldedUnit& unit) { return unit.header.offset; });
  const auto jobs = static_cast<unsigned>(drafts.size());
  read_shapes(units, kept, jobs);
  const FoldedCode code(std::move(kept), layout.outline() ? &*layout.outline() : nullptr);
  UnitGatherers more;
  for (index::Draft& draft : drafts) {
    more.push_back(std::make_unique<UnitGatherer>(units, layout.code(), layout.image().format(), draft,
                                                  FromObject{}, &code));
    more.back()->restrict_to(layout.wanted());
  }
  io::for_each_item(jobs, folded.size(),
                    [&](unsigned worker, std::size_t i) { more[worker]->take_folded(folded[i]); });
  return more;
}

}  // namespace symkit::symbols

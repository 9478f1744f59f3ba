// DWARF: functions, inlined calls and lines, collected by workers with a draft each. It is in the image
// or, if the image has a debug map, in its object files.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "debug/debuginfo/units.h"
#include "debug/symbols/folded_functions.h"
#include "debug/symbols/near_gatherer.h"
#include "debug/symbols/object_files.h"
#include "debug/symbols/source.h"
#include "debug/symbols/unit_gatherer.h"
#include "debug/symbols/unit_ranges.h"
#include "ground/io/memory_bound.h"

namespace symkit::symbols {
namespace {

class DebugInformation final : public Source {
  unsigned draft_count(unsigned jobs) const override { return jobs; }

  Result<void> gather(const Layout& layout, std::span<index::Draft> drafts) override {
    const PrepareOptions& options = layout.options();
    if (auto* const objects = debuginfo::objects_with_dwarf(layout.image(), options.companions)) {
      if (layout.address()) {
        gatherers_ = gather_near_in_objects(layout, drafts.front());
      } else {
        composed_ = gather_objects(layout, *objects, drafts);
      }
      return {};
    }
    if (layout.address()) return gather_near(layout, drafts);
    debuginfo::Units& units = units_.emplace(layout.image(), options.companions);
    const debuginfo::WalkOptions how{.jobs = static_cast<unsigned>(drafts.size()),
                                     .warn = [&](const std::string& what) { layout.warn(what); },
                                     .advanced = options.advanced,
                                     .advanced_elsewhere = options.advanced_elsewhere,
                                     .release_pages =
                                         [&] {
                                           options.release_pages(0, 1);
                                           io::relieve_memory();
                                         },
                                     .done_with =
                                         [&](Bytes info) {
                                           options.done_with(info);
                                           io::relieve_memory();
                                         },
                                     .is_in_vain = io::is_memory_exceeded};
    auto gatherers = debuginfo::for_each_unit(units, how, [&](unsigned worker) {
      return std::make_unique<UnitGatherer>(units, layout.code(), layout.image().format(), drafts[worker]);
    });
    if (!gatherers) return fail(gatherers.error());
    gatherers_ = std::move(*gatherers);
    if (options.units != nullptr) name_units(units, *options.units);
    folded_ = gather_folded(layout, units, gatherers_, drafts);
    return {};
  }

  Result<void> gather_near(const Layout& layout, std::span<index::Draft> drafts) {
    debuginfo::UnitFinder* const finder = layout.finders().units;
    if (finder == nullptr) return {};
    NearGatherer near({.finder = *finder, .code = layout.code()}, layout, drafts.front());
    auto gathered = near.run();
    gatherers_ = near.take_gatherers();
    if (gathered) folded_ = gather_folded(layout, finder->units(), gatherers_, drafts.first(1));
    return gathered;
  }

  std::optional<debuginfo::Units> units_;
  UnitGatherers gatherers_;  // they own composed names
  UnitGatherers folded_;
  ComposedNames composed_;
};

}  // namespace

std::unique_ptr<Source> debug_information() { return std::make_unique<DebugInformation>(); }

}  // namespace symkit::symbols

// Gathers the units with code at the address of an excerpt: those hinted at or, if they have none, those
// that state it. They are the image's own, or those of an object file that it was linked from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "debug/debuginfo/code_ranges.h"
#include "debug/debuginfo/unit_finder.h"
#include "debug/symbols/folded_functions.h"
#include "debug/symbols/layout.h"
#include "debug/symbols/unit_gatherer.h"
#include "files/dwarf/sections.h"
#include "files/dwarf/unit.h"
#include "ground/base/result.h"
#include "keep/index/native_draft.h"

namespace symkit::symbols {

class NearGatherer {
 public:
  // Where units are looked for, and how far their code was moved into the image.
  struct Where {
    debuginfo::UnitFinder& finder;
    const debuginfo::CodeRanges& code;
    FromObject from = {};
    std::uint64_t shift = 0;  // added, modulo 2^64
  };
  NearGatherer(const Where& where, const Layout& layout, index::Draft& draft)
      : where_(where), layout_(layout), draft_(draft), functions_before_(draft.functions().size()) {}

  // Narrows what the layout wants.
  Result<void> run();
  // They own composed names.
  UnitGatherers take_gatherers() { return std::move(gatherers_); }

 private:
  dwarf::Range wanted() const;
  void narrow_to(dwarf::Range range);
  void gather(const std::vector<dwarf::UnitHeader>& headers);
  bool has_code() const;

  Where where_;
  const Layout& layout_;
  index::Draft& draft_;
  std::size_t functions_before_;  // in the draft
  UnitGatherers gatherers_;
};

}  // namespace symkit::symbols

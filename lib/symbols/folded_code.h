// Functions whose code the linker dropped for another function's of equal code. Their entries say that they
// were deleted, but their unit still has lines for where the other one stands. As the code is the same, what
// the other's entries say of where calls are in it holds for them, too.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "dwarf/functions.h"
#include "dwarf/line_table.h"
#include "symbols/outline.h"

namespace symkit::symbols {

// A unit that has lines for code that none of its functions claims, or too many for what one does.
struct FoldedUnit {
  dwarf::UnitHeader header;
  std::vector<dwarf::Range> ranges;
};

// What the entries of the function that was kept say of its code.
struct KeptShape {
  dwarf::Range range;
  std::uint64_t unit = 0;
  std::uint64_t entry = 0;
  bool is_known = false;
  std::vector<dwarf::InlinedCall> calls = {};
  std::vector<dwarf::InlinedRange> inlined = {};
  std::vector<dwarf::CallSite> call_sites = {};
};

using RangeKey = std::pair<std::uint64_t, std::uint64_t>;
using KeptShapes = std::map<RangeKey, KeptShape>;

class FoldedCode {
 public:
  FoldedCode(KeptShapes kept, const Outline* outline) : kept_(std::move(kept)), outline_(outline) {}

  // Of a function that was dropped, where its code is now.
  struct Place {
    dwarf::Range range;
    bool knows_inlined = true;  // where what was inlined into it is
    std::vector<dwarf::InlinedRange> inlined = {};
    std::vector<dwarf::CallSite> call_sites = {};
  };
  std::optional<Place> place(const dwarf::Function& function, std::string_view name,
                             std::span<const dwarf::LineSequence> sequences) const;
  // Of one that was kept; nothing where none was dropped for it.
  std::optional<Place> place_of_kept(const dwarf::Function& function) const;

 private:
  bool has_symbol(std::string_view name, std::uint64_t begin) const;

  KeptShapes kept_;
  const Outline* outline_;  // null: the image's symbols cannot be read
};

// Of the sequences that a unit has for a range, the one that is a function's which is declared at this line
// (0: not known). Null where several may be.
const dwarf::LineSequence* sequence_of(const dwarf::LineTable& lines, dwarf::Range range, std::uint32_t line);

}  // namespace symkit::symbols

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

#include "debug/symbols/outline.h"
#include "files/dwarf/functions.h"
#include "files/dwarf/line_table.h"

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
  // `outline`: null where the image's symbols cannot be read.
  FoldedCode(KeptShapes kept, const Outline* outline);

  // Of a function that was dropped, where its code is now.
  struct Place {
    dwarf::Range range;
    std::vector<dwarf::InlinedRange> inlined = {};
    std::vector<dwarf::CallSite> call_sites = {};
  };
  // `own`: the lines that it says are its own; null: it does not.
  std::optional<Place> place(const dwarf::Function& function, std::string_view name,
                             std::span<const dwarf::LineSequence> sequences,
                             const dwarf::LineSequence* own) const;
  // Of one that was kept; nothing where none was dropped for it.
  std::optional<Place> place_of_kept(const dwarf::Function& function) const;

 private:
  const KeptShape* kept_at(const dwarf::LineSequence& sequence, std::uint64_t size) const;
  const KeptShape* kept_for(std::string_view name, std::uint64_t size,
                            std::span<const dwarf::LineSequence> sequences) const;

  using NamedSize = std::pair<std::string_view, std::uint64_t>;
  KeptShapes kept_;
  std::multimap<NamedSize, const KeptShape*> by_symbol_;
};

}  // namespace symkit::symbols

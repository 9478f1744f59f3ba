// Functions whose code the linker dropped in favour of another function's equal code. Their entries are
// marked as deleted, but their unit still has lines for the address of the other function. As the code is
// the same, the other's entries also give the positions of their inlined calls.
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

// A unit with lines for code that none of its functions claims, or with too many lines for the code of
// one.
struct FoldedUnit {
  dwarf::UnitHeader header;
  std::vector<dwarf::Range> ranges;
};

// The kept function's code according to its entries.
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
  // `outline`: null if the image's symbols cannot be read.
  FoldedCode(KeptShapes kept, const Outline* outline);

  // For a dropped function, where its code is now.
  struct KeptCode {
    dwarf::Range range;
    std::vector<dwarf::InlinedRange> inlined = {};
    std::vector<dwarf::CallSite> call_sites = {};
  };
  // `own`: its own lines according to the function; null: it does not say.
  std::optional<KeptCode> place(const dwarf::Function& function, std::string_view name,
                                std::span<const dwarf::LineSequence> sequences,
                                const dwarf::LineSequence* own) const;
  // For a kept function; nothing if none was dropped for it.
  std::optional<KeptCode> place_of_kept(const dwarf::Function& function) const;

 private:
  const KeptShape* kept_at(const dwarf::LineSequence& sequence, std::uint64_t size) const;
  const KeptShape* kept_for(std::string_view name, std::uint64_t size,
                            std::span<const dwarf::LineSequence> sequences) const;

  using NamedSize = std::pair<std::string_view, std::uint64_t>;
  KeptShapes kept_;
  std::multimap<NamedSize, const KeptShape*> by_symbol_;
};

}  // namespace symkit::symbols

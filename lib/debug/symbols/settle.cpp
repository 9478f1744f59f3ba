#include "debug/symbols/settle.h"

#include <algorithm>

#include "debug/symbols/claim.h"
#include "debug/symbols/paint.h"

namespace symkit::symbols {
namespace {

// Lines without a known function rank below a symbol, whose name is certain.
unsigned rank(index::Source source) {
  switch (source) {
    case index::Source::DebugInfo: return 0;
    case index::Source::GoTable: return 1;
    case index::Source::LineTable: return 2;
    case index::Source::SymbolTable: return 3;
    case index::Source::SplitLines: return 4;
    case index::Source::FunctionStart: return 5;
    case index::Source::Beyond: return 6;
  }
  return 7;
}

bool wins(const Claim& a, const Claim& b) {
  if (a.source != b.source) return rank(a.source) < rank(b.source);
  if (a.unit != b.unit) return a.unit < b.unit;
  if (a.begin != b.begin) return a.begin > b.begin;
  if (a.order != b.order) return a.order > b.order;
  return a.function < b.function;  // ranges of one function, and thus of one draft
}

}  // namespace

Settled settle(std::span<const index::Draft> drafts, Aliases aliases) {
  std::vector<Claim> claims, folded;
  for (std::uint32_t d = 0; d < drafts.size(); ++d) {
    const auto& functions = drafts[d].functions();
    for (std::uint32_t f = 0; f < functions.size(); ++f) {
      const index::DraftFunction& function = functions[f];
      (function.is_folded ? folded : claims)
          .push_back({function.begin, function.end, function.unit, function.order, function.source, d, f});
    }
  }
  std::ranges::sort(claims, [](const Claim& a, const Claim& b) {
    return a.begin != b.begin ? a.begin < b.begin : wins(a, b);
  });
  Settled settled;
  paint(std::span<const Claim>(claims), wins,
        [&](std::uint64_t begin, std::uint64_t end, const Claim& claim) {
          settled.pieces.push_back({begin, end, claim.draft, claim.function});
        });
  settled.folded = folded_ranges(claims, std::move(folded), drafts, aliases);
  return settled;
}

}  // namespace symkit::symbols

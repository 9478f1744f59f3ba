// The list of function starts (LC_FUNCTION_STARTS, .eh_frame): where a stripped image has functions,
// without names.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "debug/symbols/source.h"

namespace symkit::symbols {
namespace {

// Symbols without a size, in code: each reaches as far as the function that starts there, and gives it a
// name. A Mach-O with symbols has one for nearly every start. Lookups usually come in ascending order.
class SymbolsWithoutSize {
 public:
  explicit SymbolsWithoutSize(const Outline& outline) {
    for (const PlacedSymbol& symbol : outline.symbols())
      if (symbol.in_code && symbol.end == symbol.begin && (all_.empty() || all_.back() != symbol.begin))
        all_.push_back(symbol.begin);
  }

  bool has(std::uint64_t begin) {
    if (next_ >= all_.size() || all_[next_] != begin)
      next_ = static_cast<std::size_t>(std::ranges::lower_bound(all_, begin) - all_.begin());
    const bool is_there = next_ < all_.size() && all_[next_] == begin;
    if (is_there) ++next_;
    return is_there;
  }

 private:
  std::vector<std::uint64_t> all_;  // where they begin, sorted
  std::size_t next_ = 0;
};

class FunctionStarts final : public Source {
  Result<void> gather(const Layout& layout, std::span<index::Draft> drafts) override {
    const Result<Outline>& outline = layout.outline();
    if (!outline) return fail(outline.error());
    index::Draft& draft = drafts.front();
    SymbolsWithoutSize symbols(*outline);
    for (std::size_t i = 0; i < outline->starts().size(); ++i) {
      const std::uint64_t begin = outline->starts()[i];
      if (symbols.has(begin)) continue;
      const std::uint64_t limit = layout.code().clip(begin, UINT64_MAX)->end;
      draft.begin_function(begin, outline->next_after(begin, limit), 0, index::Source::FunctionStart, 0, i);
      draft.end_function();
    }
    return {};
  }
};

}  // namespace

std::unique_ptr<Source> function_starts() { return std::make_unique<FunctionStarts>(); }

}  // namespace symkit::symbols

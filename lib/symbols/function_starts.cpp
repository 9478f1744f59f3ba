// The list of function starts (LC_FUNCTION_STARTS, .eh_frame): where a stripped image has functions, without
// names.
#include "symbols/source.h"

namespace symkit::symbols {
namespace {

class FunctionStarts final : public Source {
  Result<void> gather(const Layout& layout, std::span<index::Draft> drafts) override {
    const Result<Outline>& outline = layout.outline();
    if (!outline) return fail(outline.error());
    index::Draft& draft = drafts.front();
    for (std::size_t i = 0; i < outline->starts().size(); ++i) {
      const std::uint64_t begin = outline->starts()[i];
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

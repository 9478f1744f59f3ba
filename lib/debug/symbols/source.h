// A source of an image's symbols. To add one, add a file with a function that makes it, and its name to
// the list below: prepare() runs all of them in parallel, and settle() decides where they differ.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "debug/symbols/layout.h"
#include "ground/base/result.h"
#include "keep/index/native_draft.h"

namespace symkit::symbols {

// Lives until the index is written, because it owns the texts that it composes. The layout does not live
// as long.
class Source {
 public:
  virtual ~Source() = default;
  // The number of drafts it uses at once, up to `jobs`.
  virtual unsigned draft_count(unsigned) const { return 1; }
  virtual Result<void> gather(const Layout& layout, std::span<index::Draft> drafts) = 0;
};

using MakeSource = std::unique_ptr<Source>();
MakeSource debug_information, program_database, go_table, symbol_table, function_starts;

// If several have a name for an address, the first one wins.
inline constexpr std::array all_sources = {debug_information, program_database, go_table, symbol_table,
                                           function_starts};

}  // namespace symkit::symbols

// What gives an image's symbols. One more is a file with the function that makes it, and its name in the list
// below: prepare() asks all of them, side by side, and settle() decides where they differ.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "debug/symbols/layout.h"
#include "ground/base/result.h"
#include "keep/index/native_draft.h"

namespace symkit::symbols {

// Lives until the index is written: texts that it put together are its own. The layout is gone by then.
class Source {
 public:
  virtual ~Source() = default;
  // Into how many drafts it gathers at once, of at most `jobs`.
  virtual unsigned draft_count(unsigned) const { return 1; }
  virtual Result<void> gather(const Layout& layout, std::span<index::Draft> drafts) = 0;
};

using MakeSource = std::unique_ptr<Source>();
MakeSource debug_information, program_database, go_table, symbol_table, function_starts;

// Where several say what an address is called, the first is believed.
inline constexpr std::array all_sources = {debug_information, program_database, go_table, symbol_table,
                                           function_starts};

}  // namespace symkit::symbols

// What the symbol table and the list of function starts know, for where debug information is silent and for
// the names that it does not have.
#pragma once

#include <vector>

#include "base/result.h"
#include "container/image.h"
#include "debuginfo/code_ranges.h"
#include "index/native_draft.h"
#include "index/native_writer.h"

namespace symkit::symbols {

struct Symbols {
  // The one symbol that LLVM would name at each address: the last that begins at or before it, of several
  // that begin together the largest, unless it ends before the address.
  std::vector<index::SymbolSpan> spans;
  // The others that begin together with one of these.
  std::vector<index::Alias> aliases;
};

// Adds a function to the draft for every symbol in code and for every function start. Where a span reaches
// into code that its symbol is not in, say from the last label of .init over .plt, a function of
// Source::Beyond stands for it.
Result<Symbols> gather_symbols(const container::Image& image, const debuginfo::CodeRanges& code,
                               index::Draft& draft, std::uint32_t draft_number);

}  // namespace symkit::symbols

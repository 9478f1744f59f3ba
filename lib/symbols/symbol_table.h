// What the symbol table and the list of function starts know, for where debug information is silent and for
// the names that it does not have.
#pragma once

#include <vector>

#include "base/result.h"
#include "container/image.h"
#include "index/native_draft.h"
#include "index/native_writer.h"
#include "symbols/code_ranges.h"

namespace symkit::symbols {

// Adds a function to the draft for every symbol in code and for every function start, and returns the one
// symbol that LLVM would name at each address: the last that begins at or before it, of several that begin
// together the largest, unless it ends before the address. Where that reaches into code that it is not in,
// say from the last label of .init over .plt, a function of Source::Beyond stands for it.
Result<std::vector<index::SymbolSpan>> gather_symbols(const container::Image& image, const CodeRanges& code,
                                                      index::Draft& draft, std::uint32_t draft_number);

}  // namespace symkit::symbols

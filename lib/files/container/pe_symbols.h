// The functions according to a PE file itself: COFF's symbol table (MinGW), exports, and the table for
// stack unwinding (.pdata).
#pragma once

#include <vector>

#include "files/container/image.h"
#include "files/container/pe_file.h"
#include "ground/base/result.h"

namespace symkit::container::pe {

// COFF's symbols; if there are none, the exports. Names are those of the source, without the decoration
// of i386's calling conventions.
Result<std::vector<Symbol>> read_symbols(const PeFile& file, const std::vector<Section>& sections);
Result<std::vector<Symbol>> read_coff_symbols(const PeFile& file, const std::vector<Section>& sections);
// Without exports that are forwarded to another library, and those without a name.
Result<std::vector<Symbol>> read_exports(const PeFile& file, const std::vector<Section>& sections);

// Where functions begin, according to .pdata. Leaf functions need no entry there, and i386 has no such
// table.
std::vector<FileAddress> read_function_starts(const PeFile& file);

// The name of a C function on i386 without the decoration of its calling convention: _f, _f@12, @f@12,
// f@@12.
std::string_view undecorated(std::string_view name);

}  // namespace symkit::container::pe

// Which unit each piece of an index is of, and what units are called: for those who ask what made it grow.
#pragma once

#include <span>
#include <string_view>

#include "debug/debuginfo/linked_objects.h"
#include "debug/debuginfo/units.h"
#include "files/pdb/database.h"
#include "keep/index/composition.h"
#include "keep/index/native_writer.h"

namespace symkit::symbols {

// What is of no unit, as symbol tables have it, is left out. `objects`: where the units are of several files,
// each file counts as one; else null. Functions of Go's own table are of their packages.
void note_units(std::span<const index::Draft> drafts, std::span<const index::Piece> pieces,
                const debuginfo::LinkedObjects* objects, index::UnitSpans& into);

// Of drafts whose functions are of no unit that anybody knows (Breakpad's): each is of the file of its first
// line.
void note_files(std::span<const index::Draft> drafts, std::span<const index::Piece> pieces,
                index::UnitSpans& into);

// "net/http" of "net/http.(*Client).Do"; of a generic function's name what is in brackets is left out.
std::string_view go_package_of(std::string_view function);

void name_units(debuginfo::Units& units, index::UnitSpans& into);
void name_units(const pdb::Database& database, index::UnitSpans& into);

}  // namespace symkit::symbols

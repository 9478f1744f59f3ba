// Finds the unit of each piece of an index, and the units' names: to find out what made the index grow.
#pragma once

#include <span>
#include <string_view>

#include "debug/debuginfo/linked_objects.h"
#include "debug/debuginfo/units.h"
#include "files/pdb/database.h"
#include "keep/index/composition.h"
#include "keep/index/native_writer.h"

namespace symkit::symbols {

// Code without a unit, such as that from symbol tables, is left out. `objects`: if the units are from
// several files, each file counts as one; else null. Functions from Go's own table belong to their
// packages.
void note_units(std::span<const index::Draft> drafts, std::span<const index::Piece> pieces,
                const debuginfo::LinkedObjects* objects, index::UnitRanges& into);

// For drafts whose functions have no known unit (Breakpad's): each belongs to the file of its first line.
void note_files(std::span<const index::Draft> drafts, std::span<const index::Piece> pieces,
                index::UnitRanges& into);

// "net/http" for "net/http.(*Client).Do"; in the name of a generic function, the part in brackets is
// ignored.
std::string_view go_package_of(std::string_view function);

void name_units(debuginfo::Units& units, index::UnitRanges& into);
void name_units(const pdb::Database& database, index::UnitRanges& into);

}  // namespace symkit::symbols

#include "symbols/unit_spans.h"

#include "debuginfo/unit_tools.h"
#include "symbols/object_files.h"

namespace symkit::symbols {

void note_units(std::span<const index::Draft> drafts, std::span<const index::Piece> pieces,
                const debuginfo::LinkedObjects* objects, index::UnitSpans& into) {
  for (const index::Piece& piece : pieces) {
    const index::DraftFunction& function = drafts[piece.draft].functions()[piece.function];
    const bool is_of_unit = function.source == index::Source::DebugInfo ||
                            function.source == index::Source::LineTable ||
                            function.source == index::Source::SplitLines;
    if (!is_of_unit) continue;
    const std::uint64_t unit = objects == nullptr ? function.unit : function.unit / units_in_object;
    into.spans.push_back({piece.begin, piece.end, unit});
  }
  for (std::size_t i = 0; objects != nullptr && i < objects->count(); ++i)
    into.names.emplace(i, objects->path(i));
}

void name_units(debuginfo::Units& units, index::UnitSpans& into) {
  debuginfo::UnitTools tools(units);
  for (const dwarf::UnitHeader& header : units.list().units) {
    if (header.type == dwarf::DW_UT_type || header.type == dwarf::DW_UT_split_type) continue;
    tools.enter(header);
    const dwarf::Unit unit(tools.sections(), header, tools.table());
    into.names.emplace(header.offset, unit.name.empty() ? unit.split_file : unit.name);
  }
}

void name_units(const pdb::Database& database, index::UnitSpans& into) {
  for (std::size_t i = 0; i < database.modules().size(); ++i)
    into.names.emplace(i, database.modules()[i].name);
}

}  // namespace symkit::symbols

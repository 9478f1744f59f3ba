#include "debug/symbols/unit_ranges.h"

#include <string>
#include <unordered_map>

#include "debug/debuginfo/unit_tools.h"
#include "debug/symbols/object_files.h"

namespace symkit::symbols {
namespace {

// Units that are known only by name.
class NamedUnits {
 public:
  explicit NamedUnits(index::UnitRanges& into) : into_(into) {}

  void note(const index::Piece& piece, std::string name) {
    if (name.empty()) return;
    const auto [at, is_new] = numbers_.try_emplace(std::move(name), first_number + numbers_.size());
    if (is_new) into_.names.emplace(at->second, at->first);
    into_.spans.push_back({piece.begin, piece.end, at->second});
  }

 private:
  static constexpr std::uint64_t first_number = std::uint64_t{1} << 63;  // units by offset are below

  index::UnitRanges& into_;
  std::unordered_map<std::string, std::uint64_t> numbers_;
};

std::string file_of(const index::Draft& draft, const index::DraftFunction& function) {
  for (const index::DraftRow& row : draft.rows(function)) {
    if (row.place.file == 0) continue;
    const index::Draft::FileName& name = draft.files()[row.place.file - 1];
    return std::string(name.folder) + std::string(name.base);
  }
  return {};
}

}  // namespace

std::string_view go_package_of(std::string_view function) {
  function = function.substr(0, function.find('['));
  const std::size_t slash = function.rfind('/');
  const std::size_t dot = function.find('.', slash == std::string_view::npos ? 0 : slash);
  return dot == std::string_view::npos ? std::string_view() : function.substr(0, dot);
}

void note_files(std::span<const index::Draft> drafts, std::span<const index::Piece> pieces,
                index::UnitRanges& into) {
  NamedUnits files(into);
  for (const index::Piece& piece : pieces)
    files.note(piece, file_of(drafts[piece.draft], drafts[piece.draft].functions()[piece.function]));
}

void note_units(std::span<const index::Draft> drafts, std::span<const index::Piece> pieces,
                const debuginfo::LinkedObjects* objects, index::UnitRanges& into) {
  NamedUnits packages(into);
  for (const index::Piece& piece : pieces) {
    const index::Draft& draft = drafts[piece.draft];
    const index::DraftFunction& function = draft.functions()[piece.function];
    if (function.source == index::Source::GoTable && function.name != 0)
      packages.note(piece, std::string(go_package_of(draft.names()[function.name - 1])));
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

void name_units(debuginfo::Units& units, index::UnitRanges& into) {
  debuginfo::UnitTools tools(units);
  for (const dwarf::UnitHeader& header : units.list().units) {
    if (header.type == dwarf::DW_UT_type || header.type == dwarf::DW_UT_split_type) continue;
    tools.enter(header);
    const dwarf::Unit unit(tools.sections(), header, tools.table());
    into.names.emplace(header.offset, unit.name.empty() ? unit.split_file : unit.name);
  }
}

void name_units(const pdb::Database& database, index::UnitRanges& into) {
  for (std::size_t i = 0; i < database.modules().size(); ++i)
    into.names.emplace(i, database.modules()[i].name);
}

}  // namespace symkit::symbols

#include "debug/companions/object_source.h"

#include <string>

#include "debug/debuginfo/debug_sections.h"
#include "files/dwarf/abbreviation.h"
#include "files/dwarf/unit.h"
#include "ground/base/words.h"

namespace symkit::companions {

bool is_of_source(const container::Image& object, const container::macho::MappedObject& mapped) {
  const std::string source = mapped.source_name.starts_with('/')
                                 ? std::string(mapped.source_name)
                                 : say(mapped.source_folder, mapped.source_name);
  const auto sections = debuginfo::debug_sections(object, 1);
  if (source.empty() || !sections) return true;
  const dwarf::UnitList units = dwarf::read_units(*sections);
  if (units.units.empty()) return true;
  const dwarf::UnitHeader& header = units.units.front();
  dwarf::AbbreviationTable table;
  table.read(sections->abbrev, header.abbrev_offset, sections->endian, header.encoding);
  const dwarf::Unit unit(*sections, header, table);
  if (unit.name.empty()) return true;
  const bool is_absolute = unit.name.starts_with('/');
  return source.ends_with(unit.name) && (is_absolute || source.starts_with(unit.compilation_directory));
}

}  // namespace symkit::companions

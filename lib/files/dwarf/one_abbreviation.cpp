// Reads a single abbreviation of a table: to look at the own entries of many units.
#include <algorithm>

#include "files/dwarf/abbreviation.h"

namespace symkit::dwarf {

std::uint64_t AbbreviationTable::read_one(std::uint64_t wanted, Bytes section, std::uint64_t offset,
                                          Endian endian, Encoding encoding) {
  clear();
  encoding_ = encoding;
  Cursor at(section, endian);
  at.seek(offset);
  for (std::uint64_t code = at.uleb(); code != 0; code = at.uleb()) {
    if (code != wanted || !abbreviations_.empty()) {
      if (!pass_over(at)) break;
      continue;
    }
    Abbreviation abbreviation;
    if (!read_head(at, abbreviation)) break;
    add(code, abbreviation);
    if (abbreviation.has_code) break;
  }
  return at.offset() - std::min<std::uint64_t>(offset, at.offset());
}

// A tag and what follows it.
bool AbbreviationTable::pass_over(Cursor& at) {
  const bool is_function = at.uleb() == DW_TAG_subprogram;
  at.skip(1);
  for (std::size_t count = 0; count <= most_attributes; ++count) {
    const std::uint64_t attribute = at.uleb(), form = at.uleb();
    if (at.failed()) return false;
    if (attribute == 0 && form == 0) return true;
    if (form == DW_FORM_implicit_const) at.skip_leb();
    if (is_function && (attribute == DW_AT_low_pc || attribute == DW_AT_ranges))
      has_functions_with_code_ = true;
  }
  return false;
}

}  // namespace symkit::dwarf

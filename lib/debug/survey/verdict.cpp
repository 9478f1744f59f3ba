#include "debug/survey/verdict.h"

#include <algorithm>

#include "ground/base/words.h"
#include "keep/index/split_units.h"

namespace symkit::survey {
namespace {

using container::Format;

std::uint64_t named_functions(const Survey& found) {
  std::uint64_t functions = 0;
  for (const SymbolTable& table : found.symbols) functions = std::max(functions, table.functions);
  return functions;
}

std::uint64_t all_named_functions(const Survey& found) {
  std::uint64_t functions = 0;
  for (const SymbolTable& table : found.symbols) functions += table.functions;
  return functions;
}

bool has_whole_table(const Survey& found) {
  return std::ranges::any_of(found.symbols, [](const SymbolTable& table) {
    return table.name != ".dynsym" && table.name != "exports" && table.functions != 0;
  });
}

std::string_view file_to_keep(const container::Image& image) {
  return image.format() == Format::MachO ? "the dSYM" : "the unstripped file";
}

// "find the dSYM with this UUID"
std::string missing_file(const container::Image& image) {
  if (!image.pdb_name().empty() && image.id())
    return say("find ", image.pdb_name(), " with the id ", image.id()->hex());
  if (image.format() == Format::Pe)
    return "find the file as it was linked, with its debug information or its PDB";
  const bool is_macho = image.format() == Format::MachO;
  if (!image.id()) return is_macho ? "without a UUID no dSYM fits" : "without a build id no debug file fits";
  return is_macho ? "find the dSYM with this UUID" : "find the debug file with this build id";
}

std::string file_to_find(const container::Image& image, const Survey& found) {
  return say(missing_file(image), found.where_searched.empty() ? "" : "; ", found.where_searched);
}

std::string of_debug_map(const container::Image& image, const Survey& found, std::string_view file) {
  const DebugMap& map = *found.debug_map;
  const bool is_one = map.objects.size() == 1;
  std::string text = say("debug information is in ", map.objects.size(),
                         is_one ? " object file" : " object files", " (debug map)");
  if (!map.missing.empty()) {
    const auto missing = index::missing_objects({map.missing.begin(), map.missing.end()});
    text = say(told(missing, file, map.what_was_tried), "; or ", file_to_find(image, found));
  } else if (map.was_looked_for) {
    text += is_one ? ", which was found" : ", all of which were found";
  } else {
    text += say("; this file has only symbols: ", file_to_find(image, found));
  }
  if (!map.told_changed.empty()) text += say("; ", map.told_changed);
  return text;
}

// For an image without DWARF, or with none about its code.
std::string without_debug_information(const container::Image& image, const Survey& found,
                                      std::string_view file) {
  const std::uint64_t named = named_functions(found);
  const std::uint64_t starts = found.function_starts.value_or(0);
  if (found.debug_link)
    return say("debug information is in another file: ", *found.debug_link, " (",
               image.format() == Format::Wasm ? "external_debug_info" : ".gnu_debuglink", ")");
  if (found.debug_map) return of_debug_map(image, found, file);
  if (found.go && found.go->fault.empty())
    return found.go->inlined ? "functions, lines and inlined calls from Go's own table"
                             : "functions and lines from Go's own table, but no inlined calls";
  if (found.mini_debug_info)
    return say("stripped: names of ", all_named_functions(found),
               all_named_functions(found) == 1 ? " function" : " functions",
               ", with those of .gnu_debugdata (MiniDebugInfo), no files or lines; ",
               file_to_find(image, found));
  if (named != 0 && named < starts)
    return say("stripped: names of ", named, " of ", starts, " functions, no files or lines; ",
               file_to_find(image, found));
  if (named != 0 && found.symbols.front().name == "kallsyms")
    return say("only the symbols that the kernel lists itself: no files or lines; ",
               file_to_find(image, found));
  if (named != 0 && has_whole_table(found))
    return say("symbols only: no files or lines; build with -g and keep ", file_to_keep(image));
  if (named != 0)
    return say("stripped: names of ", named, " exported functions only; ", file_to_find(image, found));
  if (starts != 0) return say("stripped: where functions begin, but no names; ", file_to_find(image, found));
  return say("stripped: no names, files or lines; ", file_to_find(image, found));
}

std::string of_dwarf(const Dwarf& dwarf, bool has_names, bool is_whole) {
  if (dwarf.functions == 0)
    return has_names ? "lines, but no functions: names come from the symbols"
                     : "files and lines, but no names";
  if (dwarf.lines == 0) return "functions, but no files or lines: build with -g";
  if (dwarf.inlined == 0)
    return "functions, files and lines, but no inlined calls: normal where nothing is inlined, as with -O0";
  return is_whole ? "complete: functions, files, lines, inlined calls"
                  : "functions, files, lines, inlined calls";
}

std::string of_program_database(const ProgramDatabase& database) {
  if (database.functions == 0 && database.lines == 0)
    return "names of public functions, no files or lines: find the PDB that was not stripped";
  std::string text =
      database.lines == 0 ? "functions, but no files or lines: build with /Z7 or /Zi, and link with /DEBUG"
      : database.inlined == 0
          ? "functions, files and lines, but no inlined calls: normal where nothing is inlined, as with /Od"
          : "complete: functions, files, lines, inlined calls";
  if (!database.fault.empty()) text += "; part of the PDB cannot be read";
  return text;
}

index::SplitUnits split_of(const Dwarf& dwarf) {
  return index::split_units(dwarf.missing_units, {dwarf.missing_files.begin(), dwarf.missing_files.end()});
}

}  // namespace

std::string verdict(const container::Image& image, const Survey& found, std::string_view file) {
  if (found.program_database && !found.dwarf) return of_program_database(*found.program_database);
  const bool has_names = named_functions(found) != 0;
  if (!found.dwarf) return without_debug_information(image, found, file);
  const Dwarf& dwarf = *found.dwarf;
  if (dwarf.is_split_part)
    return say(dwarf.is_package ? "a package" : "a part",
               " of split debug information: addresses and lines are in its binary");
  std::string text;
  if (dwarf.missing_units != 0) {
    const std::string split = told(split_of(dwarf), file, dwarf.what_was_tried);
    text = dwarf.functions == 0 ? split : "lines for some of the code; " + split;
  } else if (dwarf.functions == 0 && dwarf.lines == 0) {
    text = without_debug_information(image, found, file);
  } else {
    text = of_dwarf(dwarf, has_names, !found.alt_link || found.alt_link->missing.empty());
  }
  if (dwarf.lines != 0 && dwarf.percent_with_lines() < 50)
    text += say("; lines for only ", dwarf.percent_with_lines(), " % of the code");
  if (found.alt_link && !found.alt_link->missing.empty()) text += say("; ", found.alt_link->missing);
  if (!dwarf.fault.empty())
    text += dwarf.units == 0 ? "; the DWARF cannot be read" : "; part of the DWARF cannot be read";
  return text;
}

}  // namespace symkit::survey

// The contents of a slice for people: short, aligned, and with a sentence at the end.
#include <algorithm>

#include "debug/survey/languages.h"
#include "ground/base/words.h"
#include "syminfo/contents.h"
#include "syminfo/contents_linking.h"
#include "syminfo/contents_rows.h"

namespace symkit::syminfo {
namespace {

using survey::Survey;

constexpr std::size_t most_listed = 8;  // in a list; the rest is only counted

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (!text.empty()) text += ", ";
    text += part;
  }
  return text;
}

// Bytes for people: "12.3 MB".
std::string size_text(std::uint64_t bytes) {
  if (bytes < 10'000) return say(grouped(bytes), " bytes");
  const bool is_large = bytes >= 10'000'000;
  return say(grouped((bytes + (is_large ? 500'000 : 500)) / (is_large ? 1'000'000 : 1'000)),
             is_large ? " MB" : " kB");
}

void add_identity(Rows& rows, const Contents& contents) {
  const container::Image& image = contents.image;
  const bool is_macho = image.format() == container::Format::MachO;
  const bool is_windows = image.format() == container::Format::Pe || image.format() == container::Format::Pdb;
  const std::string_view kind_of_id = is_macho ? "UUID" : is_windows ? "id" : "build id";
  const bool is_flat = contents.found.type == survey::flat_kernel;
  rows.add("format",
           joined({say(is_flat ? std::string_view("boot image") : name_of(image.format()), " ",
                       image.address_size() * 8, "-bit", image.endian() == Endian::Big ? " big-endian" : ""),
                   std::string(symkit::name_of(image.architecture())), contents.found.type}));
  if (image.id()) {
    rows.add(kind_of_id, is_macho ? image.id()->uuid() : image.id()->hex());
  } else {
    rows.add(kind_of_id, "none");
  }
  if (const auto& os = contents.found.minimum_os)
    rows.add("runs on",
             joined({say(os->platform, ' ', os->version, " or later"),
                     os->sdk.empty() || os->sdk.starts_with("NDK") ? os->sdk : say("SDK ", os->sdk)}));
  if (!contents.found.interpreter.empty()) rows.add("loader", contents.found.interpreter);
  rows.add("text at", hex(image.text_base().value));
}

// Segments that take memory of the image; others only refer to them.
bool is_worth_a_row(const survey::Segment& segment, container::Format format) {
  if (format == container::Format::Elf) return segment.name == "LOAD";
  return segment.size != 0;
}

void add_segments(Rows& rows, const Contents& contents) {
  std::string_view label = "segments";
  std::size_t left = 0, shown = 0, widest = 0;
  for (const survey::Segment& segment : contents.found.segments)
    widest = std::max(widest, segment.name.size());
  for (const survey::Segment& segment : contents.found.segments) {
    if (!is_worth_a_row(segment, contents.image.format())) continue;
    if (++shown > most_listed) {
      ++left;
      continue;
    }
    std::string text = segment.name.empty() ? "(no name)" : segment.name;
    if (text.size() < widest) text.append(widest - text.size(), ' ');
    text += segment.readable ? " r" : " -";
    text += segment.writable ? 'w' : '-';
    text += segment.executable ? 'x' : '-';
    text += say("  ", hex(segment.address), " - ", hex(segment.address + segment.size));
    rows.add(label, text);
    label = "";
  }
  if (left != 0) rows.add("", say("and ", left, " more"));
}

std::string what_was_found(const survey::DebugMap& map) {
  if (!map.was_looked_for) return {};
  std::string text = map.missing.empty() ? "; found" : say("; ", grouped(map.missing.size()), " not found");
  if (!map.changed.empty()) text += say("; ", grouped(map.changed.size()), " changed since");
  return text;
}

void add_symbols(Rows& rows, const Contents& contents) {
  const Survey& found = contents.found;
  const bool is_macho = contents.image.format() == container::Format::MachO;
  if (contents.image.format() != container::Format::Elf && contents.image.format() != container::Format::Pdb)
    rows.add("function starts", found.function_starts ? counted(*found.function_starts, "function") : "none");
  for (const survey::SymbolTable& table : found.symbols)
    rows.add(table.name, say(grouped(table.direct), " direct (", counted(table.functions, "function"), "), ",
                             grouped(table.indirect), " indirect"));
  if (found.symbols.empty()) rows.add(is_macho ? "nlist" : "symbols", "none");
  if (found.debug_map)
    rows.add(
        "debug map",
        say(counted(found.debug_map->objects.size(), "object file"), ": ", found.debug_map->objects.front(),
            found.debug_map->objects.size() > 1 ? ", …" : "", what_was_found(*found.debug_map)));
}

template <class Map, class Name>
std::vector<std::string> most_frequent(const Map& counts, Name name) {
  std::vector<std::pair<std::uint64_t, std::string>> all;
  all.reserve(counts.size());
  for (const auto& [key, count] : counts) all.emplace_back(count, name(key));
  std::ranges::stable_sort(all, std::greater{}, &std::pair<std::uint64_t, std::string>::first);
  std::vector<std::string> names;
  for (auto& [count, text] : all)
    if (std::ranges::find(names, text) == names.end()) names.push_back(std::move(text));
  return names;
}

// GCC's "-fPIC -O2 …" would fill screens: the compiler is what comes before the first option.
std::string compiler_of(std::string_view producer) {
  return std::string(producer.substr(0, producer.find(" -")));
}

void add_list(Rows& rows, const std::vector<std::string>& names, std::size_t most) {
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) rows.add("", names[i]);
  if (names.size() > most) rows.add("", say("and ", names.size() - most, " other producers"));
}

std::string what_was_found(const survey::Dwarf& dwarf) {
  if (dwarf.missing_files.empty()) return "; found";
  if (dwarf.missing_files.size() == dwarf.split_files.size()) return "; not found";
  return say("; ", grouped(dwarf.missing_files.size()), " not found");
}

void add_dwarf(Rows& rows, const Survey& found) {
  if (!found.dwarf && found.program_database) return;
  if (!found.dwarf) return rows.add("DWARF", "none");
  const survey::Dwarf& dwarf = *found.dwarf;
  std::vector<std::string> first = {counted(dwarf.units, "unit")};
  if (dwarf.type_units != 0) first.push_back(counted(dwarf.type_units, "type unit"));
  std::string versions;
  for (const unsigned version : dwarf.versions) versions += say(versions.empty() ? "" : " and ", version);
  if (!versions.empty()) first.push_back("version " + versions);
  first.push_back(size_text(dwarf.bytes));
  if (dwarf.compression != container::Compression::None)
    first.push_back(say("compressed with ", name_of(dwarf.compression)));
  rows.add("DWARF", joined(first));
  std::string lines;
  if (!dwarf.is_split_part) lines = counted(dwarf.lines, "line");
  if (dwarf.lines != 0) lines += say(" for ", dwarf.percent_with_lines(), " % of the code");
  rows.add("", joined({counted(dwarf.functions, "function"), counted(dwarf.inlined, "inlined call"), lines}));
  const auto languages = most_frequent(dwarf.languages, survey::language_name);
  if (!languages.empty()) rows.add("", joined(languages));
  add_list(rows, most_frequent(dwarf.producers, compiler_of), 3);
  if (!dwarf.split_files.empty())
    rows.add("", say("split: ", counted(dwarf.split_files.size(), "file"), ": ", dwarf.split_files.front(),
                     dwarf.split_files.size() > 1 ? ", …" : "", what_was_found(dwarf)));
  if (!dwarf.fault.empty()) rows.add("", say("broken: ", dwarf.fault));
}

void add_program_database(Rows& rows, const Survey& found) {
  if (!found.program_database) {
    if (!found.pdb_name.empty())
      rows.add("PDB", say(found.pdb_name, found.faults.empty() ? " (not next to this file)" : ""));
    return;
  }
  const survey::ProgramDatabase& database = *found.program_database;
  rows.add("PDB", joined({found.pdb_name, counted(database.modules, "module"), size_text(database.bytes)}));
  std::string lines = counted(database.lines, "line");
  if (database.lines != 0 && database.code_bytes != 0)
    lines +=
        say(" for ", std::min<std::uint64_t>(100, database.code_bytes_with_lines * 100 / database.code_bytes),
            " % of the code");
  rows.add("", joined({counted(database.functions, "function"), counted(database.inlined, "inlined call"),
                       lines}));
  if (!database.fault.empty()) rows.add("", say("broken: ", database.fault));
}

void add_elsewhere(Rows& rows, const Survey& found) {
  if (found.debug_link) rows.add("debug link", *found.debug_link);
  if (found.source_map) rows.add("source map", *found.source_map);
  if (found.alt_link)
    rows.add("shared DWARF", joined({found.alt_link->file, found.alt_link->id,
                                     found.alt_link->missing.empty() ? "found" : "not found"}));
  if (found.mini_debug_info) rows.add("MiniDebugInfo", size_text(*found.mini_debug_info));
  if (found.go)
    rows.add("Go's table", found.go->fault.empty()
                               ? joined({counted(found.go->functions, "function"), found.go->version})
                               : say("broken: ", found.go->fault));
}

void add_signature(Rows& rows, const Survey& found) {
  if (found.encrypted) rows.add("encrypted", "yes, as an App Store ships it");
  if (!found.code_signature) return;
  const survey::CodeSignature& signature = *found.code_signature;
  rows.add(
      "code signature",
      joined({signature.identifier, signature.team.empty() ? "" : "team " + signature.team,
              signature.linker_signed ? "by the linker"
              : signature.ad_hoc      ? "ad hoc"
                                      : "",
              signature.hardened ? "hardened runtime" : "", signature.has_certificate ? "certificate" : ""}));
  std::string_view label = "entitlements";
  std::size_t shown = 0;
  for (const survey::Entitlement& entitlement : signature.entitlements) {
    if (shown++ == most_listed) {
      rows.add("", say("and ", signature.entitlements.size() - most_listed, " more"));
      break;
    }
    rows.add(label, say(entitlement.key, ": ", entitlement.value));
    label = "";
  }
}

std::string taken_text(const TakenFrom& from) {
  std::string text = from.library.empty() ? "any library" : from.library;
  std::vector<std::string> parts;
  if (!from.kind.empty()) parts.push_back(from.kind);
  parts.push_back(counted(from.symbols, "symbol"));
  if (!from.newest_version.empty()) parts.push_back("up to " + from.newest_version);
  text += ": " + joined(parts);
  if (from.library.empty())
    text += " (" + joined(from.first_names) + (from.symbols > from.first_names.size() ? ", …)" : ")");
  return text;
}

void add_linking(Rows& rows, const details::Details& details) {
  if (!details.own_name.empty()) rows.add("own name", details.own_name);
  std::string_view label = "links with";
  std::size_t shown = 0;
  const auto all = summarize_linking(details);
  for (const TakenFrom& from : all) {
    if (shown++ == most_listed && all.size() > most_listed + 1) {
      rows.add("", say("and ", all.size() - most_listed, " more"));
      break;
    }
    rows.add(label, taken_text(from));
    label = "";
  }
}

// LIEF.
bool is_asked_about(const Contents& contents) {
  const container::Format format = contents.image.format();
  return (format == container::Format::Elf || format == container::Format::MachO) &&
         contents.found.type != survey::flat_kernel;
}

void add_opinion(Rows& rows, const Contents& contents) {
  if (!is_asked_about(contents)) return;
  if (!contents.details)
    return rows.add("LIEF", say("no second opinion: ", contents.details.error().message,
                                "; libraries and imported names are not listed"));
  const Opinion& opinion = contents.opinion;
  if (!opinion.agreed.empty()) rows.add("LIEF", "agrees on " + joined(opinion.agreed));
  for (const Difference& difference : opinion.differing)
    rows.add("LIEF differs", say(difference.what, ": ", difference.theirs, "; here: ", difference.ours));
}

}  // namespace

void append_text(std::string& out, const Contents& contents) {
  print::append_visible(out, contents.path);
  out += '\n';
  Rows rows(out);
  add_identity(rows, contents);
  add_segments(rows, contents);
  add_symbols(rows, contents);
  add_dwarf(rows, contents.found);
  add_program_database(rows, contents.found);
  add_elsewhere(rows, contents.found);
  add_signature(rows, contents.found);
  if (contents.details) add_linking(rows, *contents.details);
  add_opinion(rows, contents);
  for (const std::string& fault : contents.found.faults) rows.add("broken", fault);
  print::append_visible(out, contents.verdict);
  out += '\n';
}

}  // namespace symkit::syminfo

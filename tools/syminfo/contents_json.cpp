// The contents of a slice for programs: a single object on one line.
#include <array>

#include "debug/survey/languages.h"
#include "ground/base/words.h"
#include "ground/print/json.h"
#include "syminfo/contents.h"

namespace symkit::syminfo {
namespace {

using print::JsonWriter;
using survey::Survey;

void write_segments(JsonWriter& json, const Survey& found) {
  json.objects("segments", found.segments, [&](const survey::Segment& segment) {
    json.member("name", segment.name);
    json.member("address", hex(segment.address));
    json.member("size", segment.size);
    json.member("file_size", segment.file_size);
    json.member("readable", segment.readable);
    json.member("writable", segment.writable);
    json.member("executable", segment.executable);
  });
}

void write_sections(JsonWriter& json, const container::Image& image) {
  json.begin_array("sections");
  for (const container::Section& section : image.sections()) {
    if (section.name.empty()) continue;
    json.begin_object();
    json.member("name", section.name);
    if (!section.segment.empty()) json.member("segment", section.segment);
    json.member("address", hex(section.address.value));
    json.member("size", section.size);
    if (section.compression != container::Compression::None)
      json.member("compression", name_of(section.compression));
    json.end_object();
  }
  json.end_array();
}

void write_symbols(JsonWriter& json, const Survey& found) {
  if (found.function_starts) json.member("function_starts", *found.function_starts);
  json.objects("symbols", found.symbols, [&](const survey::SymbolTable& table) {
    json.member("table", table.name);
    json.member("direct", table.direct);
    json.member("functions", table.functions);
    json.member("indirect", table.indirect);
    if (table.debug_map != 0) json.member("debug_map", table.debug_map);
  });
  if (!found.debug_map) return;
  json.member("debug_map", found.debug_map->objects);
  if (!found.debug_map->was_looked_for) return;
  json.member("debug_map_missing", found.debug_map->missing);
  json.member("debug_map_changed", found.debug_map->changed);
}

void write_dwarf(JsonWriter& json, const Survey& found) {
  if (!found.dwarf) return;
  const survey::Dwarf& dwarf = *found.dwarf;
  json.begin_object("dwarf");
  json.member("units", dwarf.units);
  json.member("type_units", dwarf.type_units);
  json.member("functions", dwarf.functions);
  json.member("inlined_calls", dwarf.inlined);
  json.member("lines", dwarf.lines);
  json.member("code_bytes", dwarf.code_bytes);
  json.member("code_bytes_with_lines", dwarf.code_bytes_with_lines);
  json.member("bytes", dwarf.bytes);
  json.member("versions", dwarf.versions);
  json.begin_object("languages");
  for (const auto& [language, units] : dwarf.languages) json.member(survey::language_name(language), units);
  json.end_object();
  json.begin_object("producers");
  for (const auto& [producer, units] : dwarf.producers) json.member(producer, units);
  json.end_object();
  if (dwarf.compression != container::Compression::None)
    json.member("compression", name_of(dwarf.compression));
  if (!dwarf.split_files.empty()) json.member("split_files", dwarf.split_files);
  if (!dwarf.missing_files.empty()) json.member("missing_split_files", dwarf.missing_files);
  if (dwarf.is_split_part) json.member("is_split_part", true);
  if (!dwarf.fault.empty()) json.member("fault", dwarf.fault);
  json.end_object();
}

void write_elsewhere(JsonWriter& json, const Survey& found) {
  if (found.debug_link) json.member("debug_link", *found.debug_link);
  if (!found.pdb_name.empty()) json.member("pdb", found.pdb_name);
  if (const auto& database = found.program_database) {
    json.begin_object("program_database");
    json.member("modules", database->modules);
    json.member("functions", database->functions);
    json.member("inlined_calls", database->inlined);
    json.member("lines", database->lines);
    json.member("code_bytes", database->code_bytes);
    json.member("code_bytes_with_lines", database->code_bytes_with_lines);
    json.member("bytes", database->bytes);
    if (!database->fault.empty()) json.member("fault", database->fault);
    json.end_object();
  }
  if (found.source_map) json.member("source_map", *found.source_map);
  if (found.alt_link) {
    json.begin_object("debug_alt_link");
    json.member("file", found.alt_link->file);
    json.member("id", found.alt_link->id);
    json.end_object();
  }
  if (found.mini_debug_info) json.member("mini_debug_info", *found.mini_debug_info);
  if (!found.go) return;
  json.begin_object("go");
  json.member("functions", found.go->functions);
  json.member("inlined", found.go->inlined);
  if (!found.go->version.empty()) json.member("version", found.go->version);
  if (!found.go->fault.empty()) json.member("fault", found.go->fault);
  json.end_object();
}

void write_signature(JsonWriter& json, const survey::CodeSignature& signature) {
  json.begin_object("code_signature");
  json.member("identifier", signature.identifier);
  if (!signature.team.empty()) json.member("team", signature.team);
  json.member("ad_hoc", signature.ad_hoc);
  json.member("linker_signed", signature.linker_signed);
  json.member("hardened_runtime", signature.hardened);
  json.member("certificate", signature.has_certificate);
  json.member("size", signature.size);
  json.end_object();
  if (signature.entitlements_text.empty()) return;
  json.begin_object("entitlements");
  for (const survey::Entitlement& entitlement : signature.entitlements)
    json.member(entitlement.key, entitlement.value);
  json.end_object();
  json.member("entitlements_plist", signature.entitlements_text);
}

void write_identity(JsonWriter& json, const Contents& contents) {
  const container::Image& image = contents.image;
  json.member("path", contents.path);
  json.member("format", contents.found.type == survey::flat_kernel ? std::string_view("boot image")
                                                                   : name_of(image.format()));
  json.member("arch", symkit::name_of(image.architecture()));
  json.member("type", contents.found.type);
  json.member("bits", image.address_size() * 8);
  json.member("big_endian", image.endian() == Endian::Big);
  if (image.id()) {
    json.member("id", image.id()->hex());
    if (image.format() == container::Format::MachO) json.member("uuid", image.id()->uuid());
  }
  json.member("text", hex(image.text_base().value));
  if (const auto& os = contents.found.minimum_os) {
    json.begin_object("minimum_os");
    json.member("platform", os->platform);
    json.member("version", os->version);
    if (!os->sdk.empty()) json.member("sdk", os->sdk);
    json.end_object();
  }
  if (!contents.found.interpreter.empty()) json.member("loader", contents.found.interpreter);
}

void write_linking(JsonWriter& json, const details::Details& details) {
  if (!details.own_name.empty()) json.member("own_name", details.own_name);
  if (!details.search_paths.empty()) json.member("search_paths", details.search_paths);
  if (!details.load_commands.empty()) json.member("load_commands", details.load_commands);
  json.objects("libraries", details.libraries, [&](const details::Library& library) {
    json.member("name", library.name);
    if (!library.kind.empty()) json.member("kind", library.kind);
    if (!library.version.empty()) json.member("version", library.version);
  });
  json.objects("undefined", details.undefined, [&](const details::Undefined& symbol) {
    json.member("name", symbol.name);
    if (symbol.library != 0) json.member("library", details.libraries[symbol.library - 1].name);
    if (!symbol.version.empty()) json.member("version", symbol.version);
    if (symbol.weak) json.member("weak", true);
  });
}

void write_opinion(JsonWriter& json, const Opinion& opinion) {
  json.begin_object("lief");
  json.member("agrees_on", opinion.agreed);
  json.objects("differs", opinion.differing, [&](const Difference& difference) {
    json.member("what", difference.what);
    json.member("ours", difference.ours);
    json.member("lief", difference.theirs);
  });
  json.end_object();
}

}  // namespace

void append_json(std::string& out, const Contents& contents) {
  JsonWriter json(out);
  json.begin_object();
  write_identity(json, contents);
  write_segments(json, contents.found);
  write_sections(json, contents.image);
  write_symbols(json, contents.found);
  write_dwarf(json, contents.found);
  write_elsewhere(json, contents.found);
  if (contents.found.encrypted) json.member("encrypted", true);
  if (contents.found.code_signature) write_signature(json, *contents.found.code_signature);
  if (contents.details) {
    write_linking(json, *contents.details);
    write_opinion(json, contents.opinion);
  } else {
    json.member("missing", std::array{"libraries", "undefined"});
    json.member("missing_because", contents.details.error().message);
  }
  if (!contents.found.faults.empty()) json.member("faults", contents.found.faults);
  json.member("verdict", contents.verdict);
  json.end_object();
  out += '\n';
}

}  // namespace symkit::syminfo

#include "syminfo/contents_symbol_file.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "debug/breakpad/symbols.h"
#include "files/kernel/symbol_list.h"
#include "ground/base/words.h"
#include "ground/io/beginning.h"
#include "ground/io/unpacked.h"
#include "ground/print/json.h"
#include "syminfo/contents_rows.h"

namespace symkit::syminfo {
namespace {

struct Told {
  std::string kind;
  std::string id;  // empty: it has none
  Architecture architecture = Architecture::Unknown;
  std::string name;  // of the image
  std::vector<std::pair<std::string_view, std::uint64_t>> figures;
  std::string verdict;
};

// "inlined_calls" → "inlined calls"
std::string in_words(std::string_view member) {
  std::string text(member);
  std::ranges::replace(text, '_', ' ');
  return text;
}

void append(std::string& out, const std::string& path, const Told& told, Format format) {
  if (format == Format::Json) {
    print::JsonWriter json(out);
    json.begin_object();
    json.member("path", path);
    json.member("format", told.kind);
    if (told.architecture != Architecture::Unknown) json.member("arch", name_of(told.architecture));
    if (!told.id.empty()) json.member("id", told.id);
    if (!told.name.empty()) json.member("name", told.name);
    for (const auto& [what, number] : told.figures) json.member(what, number);
    json.member("verdict", told.verdict);
    json.end_object();
    out += '\n';
    return;
  }
  out += print::visible(path) + '\n';
  Rows rows(out);
  std::string format_text = told.kind;
  if (told.architecture != Architecture::Unknown) format_text += say(", ", name_of(told.architecture));
  if (!told.name.empty()) format_text += say(", of ", told.name);
  rows.add("format", format_text);
  rows.add("id", told.id.empty() ? "none" : told.id);
  for (const auto& [what, number] : told.figures) rows.add(in_words(what), grouped(number));
  print::append_visible(out, told.verdict);
  out += '\n';
}

std::string verdict(const breakpad::Counts& counts) {
  if (counts.functions == 0 && counts.publics == 0) return "neither functions nor names: nothing to look up";
  if (counts.functions == 0) return "names only: no files or lines; create it again from the unstripped file";
  if (counts.lines == 0) return "functions, but no files or lines: create it again from the unstripped file";
  if (counts.inlined == 0)
    return "functions, files and lines, but no inlined calls: newer versions of dump_syms write them";
  return "complete: functions, files, lines, inlined calls";
}

Result<Told> of_breakpad(const std::string& path, const breakpad::Module& module, unsigned jobs) {
  const auto symbols = breakpad::Symbols::read(path, {.jobs = jobs});
  if (!symbols) return fail(symbols.error());
  const breakpad::Counts& counts = symbols->counts();
  return Told{.kind = say("Breakpad symbols, ", module.system),
              .id = module.id.hex(),
              .architecture = module.architecture,
              .name = module.name,
              .figures = {{"functions", counts.functions},
                          {"lines", counts.lines},
                          {"inlined_calls", counts.inlined},
                          {"public_symbols", counts.publics},
                          {"files", counts.files},
                          {"unwinding", counts.unwinding},
                          {"broken_lines", counts.broken}},
              .verdict = verdict(counts)};
}

Result<Told> of_list(const std::string& path) {
  io::UnpackBudget budget;
  const auto text = io::Unpacked::read(path, budget);
  if (!text) return fail(text.error());
  const auto list = kernel::read_symbol_list(as_text(text->bytes()));
  if (!list) return fail(say(path, ": ", list.error().message));
  const auto functions =
      std::ranges::count_if(list->symbols, [](const kernel::Symbol& symbol) { return is_code(symbol.type); });
  return Told{.kind = "list of a kernel's symbols",
              .id = {},
              .name = {},
              .figures = {{"symbols", list->symbols.size()},
                          {"functions", static_cast<std::uint64_t>(functions)},
                          {"of_modules", list->of_modules}},
              .verdict = "symbols only: no files or lines; the vmlinux with debug information has them"};
}

}  // namespace

Result<bool> append_symbol_file(std::string& out, const std::string& path, Format format, unsigned jobs) {
  Result<Told> told = fail("");
  io::Beginning beginning(path);
  if (const auto module = breakpad::recognise(path)) {
    told = of_breakpad(path, *module, jobs);
  } else if (!io::looks_compressed(beginning.bytes()) && kernel::looks_like_symbol_list(beginning.text())) {
    told = of_list(path);
  } else {
    return false;
  }
  if (!told) return fail(told.error());
  append(out, path, *told, format);
  return true;
}

}  // namespace symkit::syminfo

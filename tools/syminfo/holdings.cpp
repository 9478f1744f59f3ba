#include "syminfo/holdings.h"

#include <algorithm>

#include "debug/survey/go_table.h"
#include "find/catalogue/described_file.h"

namespace symkit::syminfo {
namespace {

bool has(const container::Image& image, std::string_view section) {
  const container::Section* found = image.debug_section(section);
  return found != nullptr && found->size != 0;
}

}  // namespace

std::string_view holdings(const container::Image& image) {
  if (has(image, "debug_info")) return has(image, "debug_line") ? functions_and_lines : "functions";
  if (const auto go = survey::find_go_table(image); go && go->fault.empty()) return functions_and_lines;
  if (const auto symbols = image.symbols();
      symbols &&
      std::ranges::any_of(*symbols, [](const container::Symbol& symbol) { return symbol.in_code; }))
    return "symbols only";
  if (const auto starts = image.function_starts(); starts && !starts->empty()) return "function starts only";
  return nothing_held;
}

std::string_view holdings(const index::Facts& facts) {
  return facts.counts.with_lines != 0 ? functions_and_lines : "symbols only";
}

std::optional<std::string_view> holdings_of_symbols(const std::string& path) {
  const auto symbols = catalogue::describe_symbols(path);
  if (!symbols) return std::nullopt;
  return symbols->debug_bytes != 0 ? functions_and_lines : "symbols only";
}

}  // namespace symkit::syminfo

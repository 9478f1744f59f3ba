#include "files/golang/program.h"

#include <algorithm>

#include "files/golang/build_information.h"
#include "files/golang/find.h"
#include "ground/base/words.h"

namespace symkit::golang {
namespace {

constexpr std::size_t trees_that_decide = 4096;
// The C linker's additions to a code section with Go's text (_start, crtbegin) are larger than this, and
// the remainder after Go's text is smaller.
constexpr std::uint64_t least_of_c = 32;

bool rises(const Table& table) {
  std::uint64_t before = 0;
  for (std::size_t i = 0; i <= table.function_count(); ++i) {
    const std::uint64_t entry = table.entry(i);
    if (entry < before) return false;
    before = entry;
  }
  return true;
}

}  // namespace

Result<std::optional<Program>> Program::open(const container::Image& image) {
  Memory memory(image);
  const auto found = find_table(image, memory);
  if (!found) return std::optional<Program>();
  auto relocated = memory.relocated(found->address, found->bytes);
  const Bytes bytes = relocated ? Bytes(*relocated) : found->bytes;
  const auto table = Table::open(bytes, image.endian(), image.address_size());
  if (!table) return fail("Go's table of functions is broken");
  Program program(std::move(memory), *table, image.endian());
  if (relocated) program.relocated_ = std::move(*relocated);
  program.table_address_ = found->address;
  if (!rises(*table)) return fail("Go's table of functions is broken: its addresses are not in order");
  program.build_version_ = golang::build_version(image, program.memory_);
  if (const auto placed = program.place(image); !placed) return fail(placed.error());
  program.choose_shape();
  return std::optional<Program>(std::move(program));
}

Result<void> Program::place(const container::Image& image) {
  if (table_.has_offsets())
    if (const auto placed = place_text(image); !placed) return placed;
  if (!memory_.is_code(address_of(table_.entry(0))))
    return fail(
        "Go's table of functions does not fit this file: there is no code where its first "
        "function should be");
  return memory_.at(address_of(table_.entry(0))).empty() ? check_without_code(image) : Result<void>();
}

// A file without its code is checked differently: everything in the table must have been code, and if a
// symbol has the name of the first function, it must have the same address.
Result<void> Program::check_without_code(const container::Image& image) const {
  const std::uint64_t first = address_of(table_.entry(0)),
                      end = address_of(table_.entry(table_.function_count()));
  const auto record = table_.record(0);
  const auto name = record ? table_.name(record->name) : std::nullopt;
  const auto symbol = name ? find_symbol(image, {*name}) : std::nullopt;
  if (name && end > first && memory_.is_code(end - 1) && (!symbol || *symbol == first)) return {};
  return fail(
      "Go's table of functions does not fit this file, from which the code was cut: its functions are not "
      "where "
      "there was code, or not where the symbols are");
}

// If a code section is no longer than the table's text, it begins with it: it contains no C code.
std::uint64_t Program::text_by_size() const {
  const std::uint64_t size = table_.entry(table_.function_count());
  const auto is_text = [&](const Memory::Code& code) {
    return code.end - code.begin >= size && code.end - code.begin - size < least_of_c;
  };
  const auto found = std::ranges::find_if(memory_.code(), is_text);
  const bool is_one = std::ranges::count_if(memory_.code(), is_text) == 1;
  return is_one ? found->begin : 0;
}

Result<void> Program::place_text(const container::Image& image) {
  if (const auto data = find_module_data(memory_, table_, table_address_)) {
    module_ = *data;
    return {};
  }
  module_.text = text_start_in_header(memory_, table_, table_address_);
  if (module_.text == 0) module_.text = find_symbol(image, {"runtime.text"}).value_or(0);
  if (module_.text == 0) module_.text = text_by_size();
  module_.inline_trees = find_symbol(image, {"go:func.*", "go.func.*"}).value_or(0);
  if (module_.text != 0) return {};
  return fail(
      "Go's table of functions does not say where the code begins, and the runtime's own data (moduledata) "
      "was not found");
}

std::string Program::version() const {
  if (!build_version_.empty()) return build_version_;
  switch (table_.layout()) {
    case Layout::Go1_2: return "Go 1.2 to 1.15";
    case Layout::Go1_16: return "Go 1.16 or 1.17";
    case Layout::Go1_18: return "Go 1.18 or 1.19";
    case Layout::Go1_20: return "Go 1.20 or later";
  }
  return {};
}

std::uint64_t Program::address_of(std::uint64_t entry) const {
  if (!table_.has_offsets()) return entry;
  const auto& sections = module_.text_sections;
  const auto after = std::ranges::upper_bound(sections, entry, {}, &TextSection::begin);
  if (after == sections.begin()) return module_.text + entry;
  const TextSection& section = *std::prev(after);
  const std::uint64_t inside = std::min(entry, section.end) - section.begin;  // or in the gap after it
  return section.address + inside;
}

Bytes Program::inline_tree(const Record& record, const InlinedShape& shape) const {
  const auto place = table_.datum(record, shape.datum, table_address_);
  if (!place || (table_.has_offsets() && module_.inline_trees == 0)) return {};
  return memory_.at(table_.has_offsets() ? module_.inline_trees + *place : *place);
}

// Of several shapes, the one with most valid trees. A single one must be valid more often than not.
void Program::choose_shape() {
  std::size_t best = 0;
  for (const InlinedShape& shape : shapes_of(table_.layout())) {
    const std::size_t fitting = fitting_trees(shape);
    if (fitting <= best) continue;
    best = fitting;
    shape_ = shape;
  }
}

// The number of functions with a tree whose first entry is valid, minus those with an invalid one.
std::size_t Program::fitting_trees(const InlinedShape& shape) const {
  std::size_t fitting = 0, others = 0;
  for (std::size_t i = 0; i < table_.function_count() && fitting + others < trees_that_decide; ++i) {
    const auto record = table_.record(i);
    if (!record || table_.value_table(*record, shape.value_table) == 0) continue;
    const Bytes tree = inline_tree(*record, shape);
    if (tree.empty()) continue;
    ++(read_inlined(tree, endian_, shape, table_, 0) ? fitting : others);
  }
  return fitting - std::min(fitting, others);
}

std::string Program::printed_name(std::string_view name) {
  const std::size_t begin = name.find('['), end = name.rfind(']');
  if (begin == std::string_view::npos || end == std::string_view::npos || end <= begin)
    return std::string(name);
  return say(name.substr(0, begin), "[...]", name.substr(end + 1));
}

}  // namespace symkit::golang

#include "files/golang/find.h"

#include <algorithm>

#include "files/golang/table.h"

namespace symkit::golang {
namespace {

bool is_table(const container::Image& image, const FoundTable& place) {
  const auto table = Table::open(place.bytes, image.endian(), image.address_size());
  if (!table) return false;
  const auto record = table->record(0);
  return record && table->is_beginning_of_name(record->name);
}

// ".gopclntab", ".data.rel.ro.gopclntab" if position-independent, "__gopclntab".
std::optional<FoundTable> table_in_section(const container::Image& image) {
  for (const container::Section& section : image.sections()) {
    const FoundTable place{section.address.value, section.data};
    if (section.allocated && section.name.ends_with("gopclntab") && is_table(image, place)) return place;
  }
  return std::nullopt;
}

// Files made by Go, and those without better information, are searched.
bool may_be_searched(const container::Image& image) {
  const bool has_go_section = std::ranges::any_of(image.sections(), [](const container::Section& section) {
    return section.name.find("go.build") != std::string_view::npos ||
           section.name.find("go_build") != std::string_view::npos;
  });
  return has_go_section || image.debug_section("debug_info") == nullptr;
}

std::optional<FoundTable> search(const container::Image& image, const Memory& memory) {
  const unsigned width = image.address_size();
  for (const Memory::Range& range : memory.ranges()) {
    if (range.is_code) continue;
    for (std::size_t at = (width - range.address % width) % width; at + width < range.bytes.size();
         at += width) {
      const Bytes bytes = range.bytes.subspan(at);
      // Little-endian: the second byte and the two after the magic number are unique.
      if (bytes[1] != 0xff || bytes[2] != 0xff) continue;
      const FoundTable place{range.address + at, bytes};
      if (Table::begins_at(bytes, image.endian(), width) && is_table(image, place)) return place;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> find_symbol(const container::Image& image,
                                         std::initializer_list<std::string_view> names) {
  const auto symbols = image.symbols();
  if (!symbols) return std::nullopt;
  const auto found = std::ranges::find_if(*symbols, [&](const container::Symbol& symbol) {
    const std::string_view name = symbol.name.substr(symbol.name.starts_with('_') ? 1 : 0);
    return std::ranges::find(names, name) != names.end();
  });
  if (found == symbols->end()) return std::nullopt;
  return found->address.value;
}

std::optional<FoundTable> find_table(const container::Image& image, const Memory& memory) {
  using container::FileType;
  if (image.type() == FileType::Object) return std::nullopt;
  if (const auto place = table_in_section(image)) return place;
  // PE has no separate section for the table: if there is DWARF as well, only the symbol is used. A debug
  // file has a complete table under its name, or none.
  if (image.type() == FileType::DebugCompanion) return std::nullopt;
  const bool is_searched = may_be_searched(image);
  if (!is_searched && image.format() != container::Format::Pe) return std::nullopt;
  if (const auto address = find_symbol(image, {"runtime.pclntab"})) {
    const FoundTable place{*address, memory.at(*address)};
    if (is_table(image, place)) return place;
  }
  return is_searched ? search(image, memory) : std::nullopt;
}

}  // namespace symkit::golang

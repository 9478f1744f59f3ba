#include "files/golang/module_data.h"

namespace symkit::golang {
namespace {

// Its fields, by number: a slice has three, its begin, length and capacity.
enum Field : unsigned {
  table_field = 0,
  names_field = 1,
  units_field = 4,
  files_field = 7,
  values_field = 10,
  functions_field = 13,
  entries_field = 16,
  first_address_field = 20,
  end_address_field = 21,
  text_field = 22,
  text_end_field = 23,
  inline_trees_field = 38,        // in 1.18
  later_inline_trees_field = 40,  // in 1.20, which has coverage counters before it
  last_field_searched = 64,
};
constexpr unsigned slice_fields = 3;
constexpr std::size_t most_text_sections = 4096;

class Reader {
 public:
  Reader(const Memory& memory, const Table& table, std::uint64_t table_address, std::uint64_t at)
      : memory_(memory), table_(table), table_address_(table_address), at_(at) {}

  std::uint64_t field(unsigned number) const {
    return memory_.pointer(at_ + std::uint64_t{number} * table_.pointer_size()).value_or(0);
  }

  bool fits() const {
    const Table::Parts& parts = table_.parts();
    const std::uint64_t entries = table_.function_count() + std::uint64_t{1};
    return leads_to(names_field, parts.names) && leads_to(units_field, parts.units) &&
           leads_to(files_field, parts.files) && leads_to(values_field, parts.values) &&
           leads_to(functions_field, parts.functions) && leads_to(entries_field, parts.functions) &&
           field(entries_field + 1) == entries && field(text_field) < field(text_end_field) &&
           field(first_address_field) >= field(text_field) &&
           field(first_address_field) < field(end_address_field) &&
           field(end_address_field) <= field(text_end_field);
  }

  ModuleData read() const {
    ModuleData data{.text = field(text_field), .inline_trees = 0, .text_sections = {}};
    if (text_start_in_header(memory_, table_, table_address_) == 0) {
      read_since_1_26(data);
    } else {
      const unsigned trees =
          table_.layout() == Layout::Go1_18 ? inline_trees_field : later_inline_trees_field;
      data.inline_trees = field(trees);
      read_text_sections(trees + 1, data);
    }
    return data;
  }

 private:
  // The trees are in the table itself, and the end of the table is the next field. The number of fields
  // before it changes with each version.
  void read_since_1_26(ModuleData& data) const {
    const std::uint64_t begin = table_address_ + table_.parts().functions;
    const std::uint64_t end = table_address_ + table_.size();
    for (unsigned i = inline_trees_field; i < last_field_searched; ++i) {
      const std::uint64_t trees = field(i), table_end = field(i + 1);
      if (trees <= begin || trees >= table_end || table_end > end) continue;
      data.inline_trees = trees;
      read_text_sections(i + 2, data);
      return;
    }
  }

  bool leads_to(unsigned slice, std::uint64_t part) const {
    return field(slice) == table_address_ + part && field(slice + 1) <= field(slice + 2);
  }

  // The sections must be consecutive, starting at offset 0 and the beginning of the text.
  void read_text_sections(unsigned slice, ModuleData& data) const {
    const std::uint64_t begin = field(slice), count = field(slice + 1);
    if (count < 2 || count > most_text_sections || count != field(slice + 2)) return;
    std::vector<TextSection> sections;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t width = table_.pointer_size(), at = begin + i * slice_fields * width;
      const auto first = memory_.pointer(at), end = memory_.pointer(at + width),
                 address = memory_.pointer(at + 2 * width);
      if (!first || !end || !address || *first >= *end) return;
      if (sections.empty() ? *address != data.text : *first < sections.back().end) return;
      sections.push_back({*first, *end, *address});
    }
    data.text_sections = std::move(sections);
  }

  const Memory& memory_;
  const Table& table_;
  std::uint64_t table_address_;
  std::uint64_t at_;
};

}  // namespace

std::uint64_t text_start_in_header(const Memory& memory, const Table& table, std::uint64_t table_address) {
  return memory.pointer(table_address + 8 + std::uint64_t{2} * table.pointer_size()).value_or(0);
}

std::optional<ModuleData> find_module_data(const Memory& memory, const Table& table,
                                           std::uint64_t table_address) {
  if (!table.has_offsets()) return std::nullopt;
  const auto reader_at = [&](std::uint64_t at) { return Reader(memory, table, table_address, at); };
  const auto found =
      memory.pointer_to(table_address, [&](std::uint64_t place) { return reader_at(place).fits(); });
  if (!found) return std::nullopt;
  return reader_at(*found).read();
}

}  // namespace symkit::golang

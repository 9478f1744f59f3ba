#include "files/golang/table.h"

#include <algorithm>
#include <array>

namespace symkit::golang {
namespace {

constexpr std::array magics = {0xfffffffbU, 0xfffffffaU, 0xfffffff0U, 0xfffffff1U};  // as in Layout
constexpr std::uint32_t no_offset = 0xffffffff;
constexpr std::size_t longest_text = std::size_t{64} << 10;

std::optional<std::string_view> text_at(Bytes part, std::uint32_t offset) {
  if (offset >= part.size()) return std::nullopt;
  part = part.subspan(offset);
  Cursor at(part.first(std::min(part.size(), longest_text)), Endian::Little);
  const std::string_view text = at.cstring();
  if (at.failed()) return std::nullopt;
  return text;
}

}  // namespace

bool Table::begins_at(Bytes bytes, Endian endian, unsigned address_size) {
  Cursor at(bytes, endian);
  if (std::ranges::find(magics, at.u32()) == magics.end()) return false;
  if (at.u16() != 0) return false;
  const unsigned quantum = at.u8(), pointer = at.u8();
  if ((quantum != 1 && quantum != 2 && quantum != 4) || pointer != address_size) return false;
  const std::uint64_t functions = at.unsigned_of(pointer);
  return !at.failed() && functions != 0 && functions < bytes.size();
}

std::optional<Table> Table::open(Bytes bytes, Endian endian, unsigned address_size) {
  if (!begins_at(bytes, endian, address_size)) return std::nullopt;
  Table table(bytes, endian);
  if (!table.read_header()) return std::nullopt;
  const std::uint64_t width = table.entry_width();
  const std::uint64_t size = (2 * std::uint64_t{table.function_count_} + 1) * width;
  if (size > bytes.size() - table.entries_at_) return std::nullopt;
  if (table.layout_ == Layout::Go1_2 && !table.read_old_files()) return std::nullopt;
  return table;
}

bool Table::read_header() {
  Cursor at(bytes_, endian_);
  layout_ = static_cast<Layout>(std::ranges::find(magics, at.u32()) - magics.begin());
  at.skip(2);
  quantum_ = at.u8();
  pointer_size_ = at.u8();
  function_count_ = static_cast<std::size_t>(at.unsigned_of(pointer_size_));
  if (layout_ == Layout::Go1_2) {
    entries_at_ = at.offset();
    return !at.failed();
  }
  at.unsigned_of(pointer_size_);                     // files
  if (has_offsets()) at.unsigned_of(pointer_size_);  // where the text begins, see module_data.h
  for (std::uint64_t* part :
       {&parts_.names, &parts_.units, &parts_.files, &parts_.values, &parts_.functions}) {
    *part = at.unsigned_of(pointer_size_);
    if (*part < at.offset() || *part > bytes_.size()) return false;
  }
  entries_at_ = static_cast<std::size_t>(parts_.functions);
  return !at.failed();
}

// The position of the list of files follows the entries: its length, then an offset for each from 1 on.
bool Table::read_old_files() {
  Cursor at(bytes_, endian_, entries_at_);
  at.skip((2 * std::uint64_t{function_count_} + 1) * pointer_size_);
  parts_.units = at.u32();
  at.seek(parts_.units);
  file_count_ = at.u32();
  return !at.failed() && file_count_ <= at.remaining() / 4 + 1;
}

std::uint64_t Table::entry(std::size_t number) const {
  const unsigned width = entry_width();
  Cursor at(bytes_, endian_, entries_at_ + number * 2 * width);
  return at.unsigned_of(width);
}

std::optional<Record> Table::record(std::size_t number) const {
  const unsigned width = entry_width();
  Cursor at(bytes_, endian_, entries_at_ + (number * 2 + 1) * width);
  const std::uint64_t offset = at.unsigned_of(width);
  if (at.failed() || offset > bytes_.size() - parts_.functions) return std::nullopt;
  at = Cursor(part(parts_.functions), endian_, static_cast<std::size_t>(offset));
  Record record;
  record.entry = at.unsigned_of(width);
  record.name = at.u32();
  at.skip(8);  // size of arguments; where deferred functions return to
  at.skip(4);  // position of the stack pointer
  record.files = at.u32();
  record.lines = at.u32();
  record.value_tables = at.u32();
  if (layout_ != Layout::Go1_2) record.unit = at.u32();
  if (layout_ == Layout::Go1_20) record.start_line = at.u32();
  at.skip(3);
  record.data_items = at.u8();
  if (at.failed() || record.entry != entry(number)) return std::nullopt;
  record.value_tables_at = static_cast<std::size_t>(parts_.functions) + at.offset();
  return record;
}

std::optional<std::string_view> Table::name(std::uint32_t offset) const {
  return text_at(part(parts_.names), offset);
}

bool Table::is_beginning_of_name(std::uint32_t offset) const {
  const Bytes names = part(parts_.names);
  if (offset >= names.size() || names[offset] == 0) return false;
  return layout_ == Layout::Go1_2 || offset == 0 || names[offset - 1] == 0;
}

std::optional<std::string_view> Table::file(std::uint32_t unit, std::int32_t number) const {
  if (number < 0) return std::nullopt;
  const auto index = static_cast<std::uint32_t>(number);
  if (layout_ == Layout::Go1_2) {
    if (index == 0 || index >= file_count_) return std::nullopt;
    Cursor at(bytes_, endian_, static_cast<std::size_t>(parts_.units + std::uint64_t{index} * 4));
    const std::uint32_t offset = at.u32();
    return name(at.failed() ? no_offset : offset);
  }
  const std::uint64_t place = (std::uint64_t{unit} + index) * 4;
  if (place >= parts_.files - std::min(parts_.files, parts_.units)) return std::nullopt;
  Cursor at(part(parts_.units), endian_, static_cast<std::size_t>(place));
  const std::uint32_t offset = at.u32();
  if (at.failed() || offset == no_offset) return std::nullopt;
  return text_at(part(parts_.files), offset);
}

Bytes Table::values(std::uint32_t offset) const {
  const Bytes all = part(parts_.values);
  return offset == 0 || offset >= all.size() ? Bytes() : all.subspan(offset);
}

std::uint32_t Table::value_table(const Record& record, unsigned number) const {
  if (number >= record.value_tables) return 0;
  return Cursor(bytes_, endian_, record.value_tables_at + std::size_t{4} * number).u32();
}

std::optional<std::uint64_t> Table::datum(const Record& record, unsigned number,
                                          std::uint64_t table_address) const {
  if (number >= record.data_items) return std::nullopt;
  std::uint64_t place = record.value_tables_at + std::uint64_t{4} * record.value_tables;
  const unsigned width = entry_width();
  if (width == 8 && (table_address + place) % 8 != 0) place += 4;
  Cursor at(bytes_, endian_, 0);
  at.seek(place + std::uint64_t{number} * width);
  const std::uint64_t value = at.unsigned_of(width);
  if (at.failed() || (has_offsets() ? value == no_offset : value == 0)) return std::nullopt;
  return value;
}

}  // namespace symkit::golang

#include "stacks/dumps/windows_image.h"

#include "files/container/pe_file.h"
#include "ground/base/words.h"
#include "stacks/unwind/image_tables.h"

namespace symkit::dumps {

namespace pe = container::pe;

std::string code_id_of(std::uint32_t time, std::uint32_t size) {
  constexpr std::size_t digits = 8;
  std::string id = in_upper_case(hex(time).substr(2));
  id.insert(0, digits - id.size(), '0');
  return id + hex(size).substr(2);
}

bool has_code_id(const container::Image& file, const std::string& code_id) {
  if (code_id.empty() || file.format() != container::Format::Pe) return false;
  const auto headers = pe::read_pe_file(file.bytes());
  return headers && code_id_of(headers->time, headers->image_size) == code_id;
}

std::unique_ptr<const unwind::Table> windows_table_in(const unwind::Memory& memory, std::uint64_t begin) {
  constexpr std::uint64_t page = 4096, header_at = 0x3c, to_machine = 4, to_kind = 24, to_unwind_rows = 134;
  constexpr std::uint16_t is_64_bit = 0x20b;
  const Bytes beginning = memory.at(begin, page);
  if (!pe::is_pe(beginning)) return nullptr;
  Cursor at(beginning, Endian::Little, header_at);
  const std::uint64_t header = at.u32();
  at.seek(header + to_machine);
  const Architecture architecture = pe::architecture_of(at.u16());
  at.seek(header + to_kind);
  if (at.u16() != is_64_bit) return nullptr;
  at.skip(to_unwind_rows);
  const std::uint64_t rows_at = at.u32(), size = at.u32();
  const Bytes rows = at.failed() ? Bytes() : memory.at(begin + rows_at, size);
  if (rows.size() < size) return nullptr;
  return unwind::windows_table_for(architecture, rows, [&memory, begin](std::uint32_t address) {
    constexpr std::uint64_t longest = 0x50000;  // of what tells of one function
    return memory.at(begin + address, longest);
  });
}

}  // namespace symkit::dumps

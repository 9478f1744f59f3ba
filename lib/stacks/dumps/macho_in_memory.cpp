#include "stacks/dumps/macho_in_memory.h"

#include <utility>

#include "files/container/macho_file.h"
#include "stacks/unwind/compact_table.h"

namespace symkit::dumps {

namespace macho = container::macho;

std::unique_ptr<const unwind::Table> macho_table_in(const unwind::Memory& memory, std::uint64_t begin) {
  constexpr std::uint64_t longest_headers = 0x10000;
  const auto headers = macho::read_macho_headers(memory.at(begin, longest_headers));
  const macho::SegmentRecord* const text = headers ? headers->find_segment("__TEXT") : nullptr;
  if (text == nullptr) return nullptr;
  unwind::CompactImage made;
  made.frames.address_size = headers->wide ? 8 : 4;
  for (const macho::SectionRecord& section : headers->sections) {
    const std::uint64_t from_begin = section.address - text->address;
    Bytes bytes = memory.at(begin + from_begin, section.size);
    if (bytes.size() < section.size) bytes = {};
    made.take(section.name, {from_begin, from_begin + section.size}, bytes);
  }
  if (made.unwind_info.empty() && made.frames.data.empty()) return nullptr;
  return std::make_unique<unwind::CompactTable>(std::move(made));
}

}  // namespace symkit::dumps

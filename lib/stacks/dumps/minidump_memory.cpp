#include "stacks/dumps/minidump_memory.h"

#include <algorithm>
#include <utility>

#include "stacks/dumps/process_mappings.h"

namespace symkit::dumps {
namespace {

class Pieces {
 public:
  explicit Pieces(MinidumpFile& file) : file_(file) {}

  void add(const DumpedMemory& memory) {
    // Where all memory is in the list of 64 bits, the threads' own are nowhere: at the file's begin.
    if (memory.where.begin == 0 || memory.begin + memory.where.size < memory.begin) return;
    const Bytes bytes = file_.dumped(memory.where);
    if (!bytes.empty()) pieces_.push_back({.begin = memory.begin, .size = bytes.size(), .bytes = bytes});
  }

  // Each address has its bytes from the piece that begins first. All together are no more than the file: else
  // many pieces would share their bytes.
  std::vector<MemoryPiece> disjoint() {
    std::ranges::stable_sort(pieces_, {}, &MemoryPiece::begin);
    std::vector<MemoryPiece> made;
    std::uint64_t end = 0, left = file_.size();
    for (MemoryPiece& piece : pieces_) {
      const std::uint64_t known = piece.begin < end ? end - piece.begin : 0;
      if (known >= piece.size) continue;
      piece.begin += known;
      piece.size -= known;
      piece.bytes = piece.bytes.subspan(static_cast<std::size_t>(known));
      end = piece.begin + piece.size;
      if (piece.size > left) continue;
      left -= piece.size;
      made.push_back(piece);
    }
    return made;
  }

 private:
  MinidumpFile& file_;
  std::vector<MemoryPiece> pieces_;
};

// Its bytes follow each other.
void take_memory_64(Bytes stream, Pieces& pieces) {
  Cursor at(stream, Endian::Little);
  const std::uint64_t count = at.u64();
  std::uint64_t begin = at.u64();
  for (std::uint64_t i = 0; i < count && at.remaining() >= 16; ++i) {
    const std::uint64_t address = at.u64(), size = at.u64();
    if (begin + size < begin) return;
    pieces.add({address, {.size = size, .begin = begin}});
    begin += size;
  }
}

void take_regions(Bytes stream, std::vector<AddressRange>& code) {
  constexpr std::uint32_t executable = 0xf0, in_use = 0x1000;
  Cursor head(stream, Endian::Little);
  const std::uint32_t head_size = head.u32(), row_size = head.u32();
  const std::uint64_t count = head.u64();
  if (head.failed() || row_size < 40) return;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t row = head_size + i * row_size;
    if (row + row_size > stream.size()) return;
    Cursor at(stream, Endian::Little, static_cast<std::size_t>(row));
    AddressRange range{.begin = at.u64()};
    at.skip(16);  // what it was allocated with
    range.end = range.begin + at.u64();
    const std::uint32_t state = at.u32(), protection = at.u32();
    if (state == in_use && (protection & executable) != 0) code.push_back(range);
  }
}

std::vector<AddressRange> disjoint(std::vector<AddressRange> ranges) {
  std::ranges::stable_sort(ranges, {}, &AddressRange::begin);
  std::vector<AddressRange> made;
  for (const AddressRange& one : ranges) {
    if (one.end <= one.begin) continue;
    if (!made.empty() && one.begin <= made.back().end) {
      made.back().end = std::max(made.back().end, one.end);
    } else {
      made.push_back(one);
    }
  }
  return made;
}

}  // namespace

DumpedMemory read_dumped_memory(Cursor& at) {
  DumpedMemory memory;
  memory.begin = at.u64();
  memory.where = read_location(at);
  return memory;
}

std::vector<MemoryPiece> memory_of(MinidumpFile& file, const std::vector<DumpedMemory>& stacks) {
  constexpr std::size_t row_size = 16;
  Pieces pieces(file);
  for (const DumpedMemory& stack : stacks) pieces.add(stack);
  const Rows rows = file.rows(Stream::Memory, row_size);
  for (std::size_t i = 0; i < rows.count(); ++i) {
    Cursor at = rows.at(i);
    pieces.add(read_dumped_memory(at));
  }
  take_memory_64(file.stream(Stream::Memory64), pieces);
  return pieces.disjoint();
}

std::vector<AddressRange> code_of(MinidumpFile& file, const std::vector<Module>& modules) {
  std::vector<AddressRange> code;
  for (const Mapping& mapping : read_mappings(as_text(file.stream(Stream::LinuxMaps))))
    if (mapping.is_code) code.push_back({mapping.begin, mapping.end});
  take_regions(file.stream(Stream::MemoryInfo), code);
  if (code.empty())
    for (const Module& module : modules) code.push_back({module.begin, module.end});
  return disjoint(std::move(code));
}

}  // namespace symkit::dumps

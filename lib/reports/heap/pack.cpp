#include "reports/heap/pack.h"

#include <algorithm>
#include <cstring>
#include <vector>
#include <zstd.h>

namespace symkit::heap {
namespace {

using format::BlockHeader;
using format::BlockState;

constexpr int effort = 3;  // zstd's own default

// The block as it is written. It stays as it is if compression hardly helps, or if it is open and so has
// no checksum.
std::vector<std::uint8_t> packed_block(const RecordedBlock& block, std::vector<std::uint8_t>& room) {
  BlockHeader header = block.header;
  Bytes contents = block.stored;
  // In a truncated file the last block has less than its header says.
  if (header.state != BlockState::Packed) header.used = static_cast<std::uint32_t>(contents.size());
  if (header.state == BlockState::Closed && !contents.empty()) {
    room.resize(ZSTD_compressBound(contents.size()));
    const std::size_t size =
        ZSTD_compress(room.data(), room.size(), contents.data(), contents.size(), effort);
    if (ZSTD_isError(size) == 0 && size < contents.size()) {
      header.state = BlockState::Packed;
      header.packed = static_cast<std::uint32_t>(size);
      contents = Bytes(room.data(), size);
    }
  }
  const std::size_t size = (sizeof header + contents.size() + 7) & ~std::size_t{7};
  header.size = static_cast<std::uint32_t>(size);
  std::vector<std::uint8_t> bytes(size);
  std::memcpy(bytes.data(), &header, sizeof header);
  std::ranges::copy(contents, bytes.begin() + sizeof header);
  return bytes;
}

}  // namespace

Result<format::Header> pack(const Recording& recording, const WritePart& write) {
  format::Header header = recording.header();
  header.next_block = format::header_size;
  header.rewritten = 1;
  std::vector<std::uint8_t> room;
  for (const RecordedBlock& block : recording.blocks()) {
    const std::vector<std::uint8_t> bytes = packed_block(block, room);
    if (!write(bytes)) return fail("it cannot be written");
    header.next_block += bytes.size();
  }
  return header;
}

}  // namespace symkit::heap

#include "store/blocks.h"

#include <algorithm>

#include "base/cursor.h"
#include "index/encoding.h"

namespace symkit::store {
namespace {

constexpr std::uint32_t blocks_tag = index::tag("BTAB");

}  // namespace

std::vector<Bytes> cut_in_blocks(Bytes whole) {
  std::vector<Bytes> blocks;
  for (std::size_t begin = 0; begin < whole.size(); begin += block_size)
    blocks.push_back(whole.subspan(begin, std::min(block_size, whole.size() - begin)));
  return blocks;
}

std::vector<std::uint8_t> block_table(const ImageId& id, std::span<const Bytes> blocks) {
  index::Buffer table;
  for (const Bytes block : blocks) {
    index::put_fixed(table, block.size(), 8);
    index::put_fixed(table, index::checksum_of(block), 8);
  }
  const index::SectionContent section(blocks_tag, Bytes(table));
  return index::seal(index::Kind::Manifest, id, 0, {&section, 1});
}

bool is_block_table(Bytes bytes) {
  const auto envelope = index::Envelope::open(bytes);
  return envelope && envelope->kind() == index::Kind::Manifest;
}

Result<std::vector<Block>> read_block_table(const ImageId& id, Bytes table) {
  const auto envelope = index::Envelope::open(table);
  if (!envelope) return fail(envelope.error());
  if (envelope->id() != id) return fail("is of another image");
  if (const auto whole = envelope->verify_checksums(); !whole) return fail(whole.error());
  std::vector<Block> blocks;
  Cursor at(envelope->section(blocks_tag), Endian::Little);
  while (!at.at_end()) {
    const std::uint64_t size = at.u64(), checksum = at.u64();
    if (at.failed() || size == 0 || size > block_size)
      return fail("is damaged: its table of blocks does not hold together");
    blocks.push_back({size, checksum});
  }
  if (at.failed() || blocks.empty()) return fail("is damaged: its table of blocks does not hold together");
  return blocks;
}

}  // namespace symkit::store

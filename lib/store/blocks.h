// A large index that is no native one, cut into blocks of its bytes: a table says which there are, and is
// kept last, under the index's own key. All are fetched at once, as such an index is used as a whole.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/image_id.h"
#include "base/result.h"
#include "index/envelope.h"

namespace symkit::store {

struct Block {
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;  // it is kept under it
};

// So many bytes are a value of an engine, if there are more than that; the last block has the rest.
inline constexpr std::size_t block_size = std::size_t{64} << 10;

std::vector<Bytes> cut_in_blocks(Bytes whole);
std::vector<std::uint8_t> block_table(const ImageId& id, std::span<const Bytes> blocks);

// Whether bytes are a table and no index. Whether it is sound, reading it says.
bool is_block_table(Bytes bytes);
// An error does not name the place.
Result<std::vector<Block>> read_block_table(const ImageId& id, Bytes table);

}  // namespace symkit::store

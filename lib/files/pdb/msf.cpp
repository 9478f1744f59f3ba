#include "files/pdb/msf.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::pdb {
namespace {

constexpr std::string_view magic("Microsoft C/C++ MSF 7.00\r\n\x1a\x44S\0\0\0", 32);
constexpr std::uint32_t size_of_none = 0xffffffff;

std::uint64_t blocks_of(std::uint64_t size, std::uint32_t block_size) {
  return (size + block_size - 1) / block_size;
}

std::vector<std::uint32_t> numbers_in(Bytes bytes) {
  Cursor at(bytes, Endian::Little);
  std::vector<std::uint32_t> numbers(bytes.size() / 4);
  for (std::uint32_t& number : numbers) number = at.u32();
  return numbers;
}

}  // namespace

bool is_msf(Bytes beginning) { return as_text(beginning).starts_with(magic); }

Result<std::unique_ptr<Msf>> Msf::open(Bytes file) {
  if (!is_msf(file)) return fail("is not a PDB of version 7");
  std::unique_ptr<Msf> msf(new Msf(file));
  Cursor at(file, Endian::Little, magic.size());
  msf->block_size_ = at.u32();
  at.skip(8);  // free blocks, count of blocks
  const std::uint32_t directory_size = at.u32();
  at.skip(4);
  const std::uint64_t map_block = at.u32();
  if (at.failed()) return fail("truncated: the PDB ends within its header");
  if (!std::has_single_bit(msf->block_size_) || msf->block_size_ < 512 || msf->block_size_ > 1 << 16)
    return fail(say("broken: blocks of ", msf->block_size_, " bytes"));
  const std::uint64_t map_size = blocks_of(directory_size, msf->block_size_) * 4;
  const Bytes map = slice(file, map_block * msf->block_size_, map_size);
  if (map.size() != map_size || directory_size > file.size())
    return fail("truncated: the directory of streams runs past the end of the file");
  const auto directory = msf->gather(numbers_in(map).data(), directory_size, "the directory of streams");
  if (!directory) return fail(directory.error());
  if (const auto read = msf->read_directory(directory->bytes()); !read) return fail(read.error());
  return msf;
}

Result<void> Msf::read_directory(Bytes directory) {
  Cursor at(directory, Endian::Little);
  const std::uint32_t count = at.u32();
  if (at.failed() || count > at.remaining() / 4)
    return fail("broken: more streams than the directory has room for");
  std::uint64_t blocks = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t size = at.u32();
    StreamBlocks& place = streams_.emplace_back(size == size_of_none ? 0 : size, blocks);
    blocks += blocks_of(place.size, block_size_);
  }
  if (blocks > at.remaining() / 4) return fail("broken: streams have more blocks than the directory lists");
  blocks_ = numbers_in(at.bytes(blocks * 4));
  return {};
}

Result<Stream> Msf::read(std::size_t stream) const {
  if (stream >= streams_.size()) return Stream();
  const StreamBlocks& place = streams_[stream];
  return gather(blocks_.data() + place.first_block, place.size, say("stream ", stream));
}

bool Msf::take_from_budget(std::uint64_t size) const {
  std::uint64_t left = may_read_;
  do {
    if (size > left) return false;
  } while (!may_read_.compare_exchange_weak(left, left - size));
  return true;
}

Result<Stream> Msf::gather(const std::uint32_t* blocks, std::uint64_t size, const std::string& what) const {
  const std::uint64_t count = blocks_of(size, block_size_);
  bool in_a_row = true;
  for (std::uint64_t i = 0; i < count; ++i) {
    in_a_row = in_a_row && blocks[i] == blocks[0] + i;
    const std::uint64_t begin = std::uint64_t{blocks[i]} * block_size_;
    const std::uint64_t wanted = std::min<std::uint64_t>(block_size_, size - i * block_size_);
    if (begin > file_.size() || wanted > file_.size() - begin)
      return fail(say("truncated: ", what, " runs past the end of the file"));
  }
  if (count == 0) return Stream();
  if (!take_from_budget(size))
    return fail("broken: its streams share more blocks than they could in a sound file");
  if (in_a_row) return Stream(slice(file_, std::uint64_t{blocks[0]} * block_size_, size));
  auto copy = std::make_unique_for_overwrite<std::uint8_t[]>(size);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t done = i * block_size_;
    std::memcpy(copy.get() + done, file_.data() + std::uint64_t{blocks[i]} * block_size_,
                std::min<std::uint64_t>(block_size_, size - done));
  }
  return Stream(std::move(copy), size);
}

}  // namespace symkit::pdb

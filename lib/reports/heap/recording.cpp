#include "reports/heap/recording.h"

#include <algorithm>
#include <cstring>
#include <zstd.h>

namespace symkit::heap {
namespace {

using format::BlockHeader;
using format::BlockState;

// The record at the offset, if it is completely in the file.
template <class Record>
bool read_record(Bytes bytes, std::size_t at, Record& record) {
  if (at > bytes.size() || bytes.size() - at < sizeof record) return false;
  std::memcpy(&record, bytes.data() + at, sizeof record);
  return true;
}

bool is_plausible(const BlockHeader& header) {
  return header.magic == format::block_magic && header.size >= sizeof header &&
         header.size <= format::block_size && header.size % 8 == 0 && header.used <= format::block_room &&
         header.state <= BlockState::Packed && header.kind <= format::BlockKind::Mark &&
         (header.state == BlockState::Packed ? header.packed : header.used) <= header.size - sizeof header;
}

}  // namespace

Result<Recording> Recording::open(const std::string& path) {
  auto file = io::MappedFile::open(path);
  if (!file) return fail(file.error());
  auto shared = std::make_shared<const io::MappedFile>(std::move(*file));
  auto recording = of_bytes(shared->bytes(), path);
  if (recording) recording->file_ = std::move(shared);
  return recording;
}

Result<Recording> Recording::of_bytes(Bytes bytes, const std::string& name) {
  Recording recording;
  format::Header& header = recording.header_;
  if (bytes.size() < sizeof header.magic ||
      std::memcmp(bytes.data(), format::magic, sizeof header.magic) != 0)
    return fail(name + " is not a recording (symleak run makes them)");
  if (!read_record(bytes, 0, header) || bytes.size() < format::header_size)
    return fail(name + ": the file is truncated within its header");
  if (header.version != format::version)
    return fail(name + ": a recording of version " + std::to_string(header.version) +
                ", which this symleak does not support: use the symleak that made it");
  header.command[sizeof header.command - 1] = header.command[sizeof header.command - 2] = 0;
  recording.list_blocks(bytes);
  return recording;
}

// If there is no block where one should be, the next is searched: each begins at a multiple of eight
// bytes.
void Recording::list_blocks(Bytes bytes) {
  const std::uint64_t end = std::min<std::uint64_t>(bytes.size(), header_.next_block);
  damage_.is_cut = header_.next_block > bytes.size();
  std::vector<std::uint8_t> room;
  bool is_lost = false;
  for (std::size_t at = format::header_size; at < end;) {
    RecordedBlock block = {};
    if (!read_record(bytes, at, block.header) || !is_plausible(block.header)) {
      // A block that was claimed but not begun when the process was killed is all zeros: nothing is lost.
      if (block.header.magic != 0 && !is_lost) ++damage_.blocks, is_lost = true;
      at += is_lost ? 8 : format::block_size;
      continue;
    }
    is_lost = false;
    const std::size_t begin = at + sizeof block.header;
    const std::size_t stored =
        block.header.state == BlockState::Packed ? block.header.packed : block.header.used;
    block.stored = slice(bytes, begin, stored);
    if (block.stored.size() != stored) {
      damage_.is_cut = true;
      if (block.header.state != BlockState::Packed)
        block.stored = bytes.subspan(std::min(begin, bytes.size()));
      if (block.header.state == BlockState::Open && !block.stored.empty()) blocks_.push_back(block);
      break;
    }
    if (is_whole(block, room)) {
      blocks_.push_back(block);
    } else {
      ++damage_.blocks;
    }
    at += block.header.size;
  }
}

bool Recording::is_whole(const RecordedBlock& block, std::vector<std::uint8_t>& room) const {
  if (block.header.state == BlockState::Open) return true;
  const Bytes contents = contents_of(block, room);
  return contents.size() == block.header.used &&
         format::checksum(contents.data(), contents.size()) == block.header.checksum;
}

Bytes Recording::contents_of(const RecordedBlock& block, std::vector<std::uint8_t>& room) {
  if (block.header.state != BlockState::Packed) return block.stored;
  room.resize(block.header.used);
  const std::size_t size =
      ZSTD_decompress(room.data(), room.size(), block.stored.data(), block.stored.size());
  if (ZSTD_isError(size) != 0 || size != room.size()) return {};
  return {room.data(), room.size()};
}

std::vector<std::string> Recording::command() const {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < sizeof header_.command && header_.command[at] != 0;) {
    words.emplace_back(header_.command + at);
    at += words.back().size() + 1;
  }
  return words;
}

}  // namespace symkit::heap

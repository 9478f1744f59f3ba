#include "reports/heap/marks.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "ground/base/cursor.h"

namespace symkit::heap {
namespace {

// Reads a part of a mark; returns false if it is invalid.
bool read_part(const RecordedBlock& block, Bytes contents, Mark& mark, bool& is_last) {
  Cursor at(contents, Endian::Little);
  const std::uint32_t flags = at.u32();
  const std::uint16_t name_size = at.u16();
  const std::uint16_t reason_size = at.u16();
  const std::uint64_t count = at.u64();
  const Bytes name = at.bytes(name_size);
  const Bytes reason = at.bytes(reason_size);
  at.skip((8 - at.offset() % 8) % 8);
  if (at.failed() || count > at.remaining() / sizeof(std::uint64_t)) return false;
  mark.number = block.header.number;
  mark.sequence = block.header.sequence;
  mark.name = as_text(name);
  mark.why_not = as_text(reason);
  mark.is_judged = (flags & format::mark_is_judged) != 0;
  is_last = (flags & format::mark_is_last) != 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t word = at.u64();
    mark.unreached.push_back({word & ~std::uint64_t{1}, (word & 1) != 0});
  }
  return true;
}

}  // namespace

std::vector<Mark> read_marks(const Recording& recording, Damage& damage) {
  struct Reading {
    Mark mark;
    bool is_whole = false;
  };
  std::map<std::uint32_t, Reading> by_number;
  std::vector<std::uint8_t> room;
  for (const RecordedBlock& block : recording.blocks()) {
    if (block.header.kind != format::BlockKind::Mark) continue;
    Reading& reading = by_number[block.header.number];
    bool is_last = false;
    if (!read_part(block, Recording::contents_of(block, room), reading.mark, is_last)) ++damage.unread;
    reading.is_whole |= is_last;
  }
  std::vector<Mark> marks;
  for (auto& [number, reading] : by_number) {
    if (reading.mark.is_judged && (!reading.is_whole || damage.any())) {
      reading.mark.is_judged = false;
      reading.mark.why_not = "the recording is incomplete";
    }
    marks.push_back(std::move(reading.mark));
  }
  return marks;
}

std::vector<std::vector<std::uint8_t>> blocks_of(const Mark& mark) {
  const std::string name = mark.name.substr(0, 1024);
  const std::string reason = mark.why_not.substr(0, 1024);
  const std::size_t begin = (sizeof(format::MarkRecord) + name.size() + reason.size() + 7) & ~std::size_t{7};
  const std::size_t room = (format::block_room - begin) / sizeof(std::uint64_t);
  std::vector<std::vector<std::uint8_t>> blocks;
  for (std::size_t at = 0; at == 0 || at < mark.unreached.size(); at += room) {
    const std::size_t count = std::min(room, mark.unreached.size() - at);
    const bool is_last = at + count == mark.unreached.size();
    const format::MarkRecord record = {
        .flags = (mark.is_judged ? format::mark_is_judged : 0) | (is_last ? format::mark_is_last : 0),
        .name_size = static_cast<std::uint16_t>(name.size()),
        .reason_size = static_cast<std::uint16_t>(reason.size()),
        .count = count};
    std::vector<std::uint8_t> contents(begin + count * sizeof(std::uint64_t));
    std::memcpy(contents.data(), &record, sizeof record);
    std::ranges::copy(name + reason, contents.begin() + sizeof record);
    for (std::size_t i = 0; i < count; ++i) {
      const Unreached& one = mark.unreached[at + i];
      const std::uint64_t word = one.address | (one.is_indirect ? 1 : 0);
      std::memcpy(contents.data() + begin + i * sizeof word, &word, sizeof word);
    }
    format::BlockHeader header = {};
    header.magic = format::block_magic;
    header.kind = format::BlockKind::Mark;
    header.size = format::block_size;
    header.used = static_cast<std::uint32_t>(contents.size());
    header.state = format::BlockState::Closed;
    header.sequence = mark.sequence;
    header.checksum = format::checksum(contents.data(), contents.size());
    header.number = mark.number;
    std::vector<std::uint8_t>& block = blocks.emplace_back(format::block_size);
    std::memcpy(block.data(), &header, sizeof header);
    std::ranges::copy(contents, block.begin() + sizeof header);
  }
  return blocks;
}

void Reach::add(const Reach& other) {
  direct += other.direct;
  direct_bytes += other.direct_bytes;
  indirect += other.indirect;
  indirect_bytes += other.indirect_bytes;
  unjudged += other.unjudged;
}

std::vector<Reach> unreached_of(const Mark& mark, const Replay& replay) {
  std::vector<Reach> by_stack(replay.by_stack.size());
  AddressMap<bool> is_indirect;
  for (const Unreached& one : mark.unreached) is_indirect.put(one.address, one.is_indirect);
  replay.blocks.for_each([&](std::uint64_t address, const LiveBlock& block) {
    Reach& reach = by_stack[block.stack < by_stack.size() ? block.stack : 0];
    const Share share = replay.share_of(block.size);
    if (block.sequence > mark.sequence) {
      reach.unjudged += share.blocks;
    } else if (const bool* indirect = is_indirect.find(address)) {
      (*indirect ? reach.indirect : reach.direct) += share.blocks;
      (*indirect ? reach.indirect_bytes : reach.direct_bytes) += share.bytes;
    }
  });
  return by_stack;
}

}  // namespace symkit::heap

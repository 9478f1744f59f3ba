#include "reports/heap/pack.h"

#include <cstring>
#include <doctest/doctest.h>

#include "reports/heap/replay.h"
#include "reports/heap/stacks.h"
#include "support/heap_recording.h"

using namespace symkit;
using heap::format::BlockKind;
using test::HeapRecording;

namespace {

heap::Recording opened(const std::vector<std::uint8_t>& bytes) {
  auto recording = heap::Recording::of_bytes(bytes, "test");
  REQUIRE(recording);
  CHECK_FALSE(recording->damage().any());
  return std::move(*recording);
}

std::vector<std::uint8_t> packed(const heap::Recording& recording) {
  std::vector<std::uint8_t> bytes(heap::format::header_size);
  const auto header = heap::pack(recording, [&](Bytes part) {
    bytes.insert(bytes.end(), part.begin(), part.end());
    return true;
  });
  REQUIRE(header);
  std::memcpy(bytes.data(), &*header, sizeof *header);
  return bytes;
}

}  // namespace

TEST_CASE("a recording that is packed says the same, in less room") {
  HeapRecording made;
  made.stack(1, {0x1010, 0x1020}).stack(2, {0x2010}).end_block(BlockKind::Stacks);
  for (std::uint64_t i = 0; i < 1000; ++i) made.allocate(0x5000 + i * 64, 48, 1 + i % 2);
  made.events();
  for (std::uint64_t i = 0; i < 900; ++i) made.free(0x5000 + i * 64);
  made.events();
  const std::vector<std::uint8_t> plain = made.bytes();
  const heap::Recording before = opened(plain);
  const std::vector<std::uint8_t> bytes = packed(before);
  CHECK(bytes.size() < plain.size() / 2);
  const heap::Recording after = opened(bytes);
  CHECK(after.header().rewritten == 1);
  CHECK(after.header().next_block == bytes.size());
  heap::Damage damage;
  const heap::Replay replay = heap::replay(after, damage);
  CHECK(replay.total.live.rounded() == 100);
  CHECK(replay.total.live_bytes.rounded() == 4800);
  CHECK(replay.by_stack[2].live.rounded() == 50);
  CHECK(heap::Stacks(after, damage).stack(1).frames.size() == 2);
  CHECK_FALSE(damage.any());

  SUBCASE("and once more, the same") { CHECK(packed(after) == bytes); }
  SUBCASE("cut anywhere, what is whole is read") {
    for (std::size_t size = heap::format::header_size; size < bytes.size(); ++size) {
      const std::vector<std::uint8_t> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      const auto recording = heap::Recording::of_bytes(cut, "cut");
      REQUIRE(recording);
      CHECK(recording->damage().is_cut);
      heap::Damage found = recording->damage();
      CHECK(heap::replay(*recording, found).total.allocations.rounded() <= 1000);
    }
  }
}

TEST_CASE("where it cannot be written, packing ends") {
  HeapRecording made;
  made.allocate(0x5000, 48, 1).events();
  const std::vector<std::uint8_t> plain = made.bytes();
  CHECK_FALSE(heap::pack(opened(plain), [](Bytes) { return false; }));
}

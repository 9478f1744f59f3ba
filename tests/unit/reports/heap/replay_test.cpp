#include "reports/heap/replay.h"

#include <doctest/doctest.h>

#include "reports/heap/stacks.h"
#include "support/heap_recording.h"

using namespace symkit;
using heap::format::BlockKind;
using heap::format::BlockState;
using test::HeapRecording;

namespace {

struct Read {
  explicit Read(HeapRecording& made) : bytes(made.bytes()) {
    auto opened = heap::Recording::of_bytes(bytes, "test");
    REQUIRE(opened);
    recording = std::move(*opened);
    damage = recording.damage();
    replay = heap::replay(recording, damage);
  }
  std::vector<std::uint8_t> bytes;
  heap::Recording recording;
  heap::Damage damage;
  heap::Replay replay;
};

HeapRecording with_stacks() {
  HeapRecording made;
  made.stack(1, {0x1010, 0x1020}).stack(2, {0x2010}).end_block(BlockKind::Stacks);
  return made;
}

}  // namespace

TEST_CASE("what is freed is gone, what is not is left, by stack") {
  auto made = with_stacks();
  made.allocate(0x5000, 100, 1).allocate(0x6000, 50, 2).allocate(0x7000, 7, 1).free(0x5000).events();
  const Read read(made);
  CHECK(read.replay.total.live.rounded() == 2);
  CHECK(read.replay.total.live_bytes.rounded() == 57);
  CHECK(read.replay.total.allocations.rounded() == 3);
  CHECK(read.replay.total.allocated_bytes.rounded() == 157);
  CHECK(read.replay.by_stack[1].live_bytes.rounded() == 7);
  CHECK(read.replay.by_stack[1].allocations.rounded() == 2);
  CHECK(read.replay.by_stack[1].short_lived.rounded() == 1);
  CHECK(read.replay.by_stack[2].live_bytes.rounded() == 50);
  CHECK(read.replay.peak_bytes.rounded() == 157);
  CHECK(read.replay.peak_sequence == 3);
  CHECK_FALSE(read.damage.any());
}

TEST_CASE("realloc that moves, stays, or fails") {
  auto made = with_stacks();
  made.allocate(0x5000, 100, 1).moving(0x5000).moved(0x8000, 300, 2, 0x5000);
  made.moving(0x8000).moved(0x8000, 400, 2, 0x8000).moving(0x8000).unmoved(0x8000).events();
  const Read read(made);
  CHECK(read.replay.total.live.rounded() == 1);
  CHECK(read.replay.total.live_bytes.rounded() == 400);
  CHECK(read.replay.by_stack[1].live.rounded() == 0);
  CHECK(read.replay.by_stack[2].live.rounded() == 1);
}

TEST_CASE("an address given back in one lane and given out in another: the numbers say in which order") {
  auto made = with_stacks();
  made.at(1).allocate(0x5000, 10, 1).at(4).free(0x5000).events(0);
  made.at(2).allocate(0x6000, 20, 1).at(5).allocate(0x5000, 30, 2).events(1);
  made.at(3).free(0x6000).at(700).allocate(0x9000, 1, 1).events(2);
  const Read read(made);
  CHECK(read.replay.events == 6);
  CHECK(read.replay.total.live.rounded() == 2);
  CHECK(read.replay.total.live_bytes.rounded() == 31);
  CHECK(read.replay.unknown_frees == 0);
  CHECK(read.replay.last_sequence == 700);
}

TEST_CASE("samples stand for what is likely to have been passed over") {
  auto made = with_stacks();
  made.header().sample = 1000;
  made.allocate(0x5000, 1000, 1).allocate(0x6000, 100'000, 2).allocate(0x7000, 10, 1).free(0x7000).events();
  const Read read(made);
  // 1 / (1 - 1/e) blocks of 1,000 bytes; one of 100,000, which is never missed; 1 / (1 - e^-0.011) of 10
  // bytes.
  CHECK(read.replay.by_stack[1].live_bytes.rounded() == 1581);
  CHECK(read.replay.by_stack[1].live.rounded() == 2);
  CHECK(read.replay.by_stack[1].allocations.rounded() == 93);
  CHECK(read.replay.by_stack[2].live_bytes.rounded() == 100'000);
  CHECK(read.replay.by_stack[1].short_lived.rounded() == 91);
}

TEST_CASE("a recording up to one of its events") {
  auto made = with_stacks();
  made.allocate(0x5000, 10, 1).allocate(0x6000, 20, 1).free(0x5000).events();
  const Read read(made);
  heap::Damage damage;
  CHECK(heap::replay(read.recording, damage, 2).total.live_bytes.rounded() == 30);
  CHECK(heap::replay(read.recording, damage, 3).total.live_bytes.rounded() == 20);
}

TEST_CASE("frees of what was allocated before are counted apart") {
  HeapRecording made;
  made.free(0x5000).moving(0x6000).moved(0x7000, 9, 0, 0x6000).events();
  const Read read(made);
  CHECK(read.replay.unknown_frees == 2);
  CHECK(read.replay.total.live_bytes.rounded() == 9);
}

TEST_CASE("what a forked process has from its parent, until it gives it back or moves it") {
  auto made = with_stacks();
  made.free(0x9000).moving(0x9100).moved(0xa000, 20, 1, 0x9100).moving(0x9200).unmoved(0x9200).events();
  const Read read(made);
  heap::Inherited inherited;
  for (const std::uint64_t address : {0x9000u, 0x9100u, 0x9200u, 0x9300u}) inherited.put(address, 16);
  heap::Damage damage;
  const heap::Replay replay = heap::replay(read.recording, damage, UINT64_MAX, nullptr, &inherited);
  CHECK(replay.total.live.rounded() == 1);
  CHECK(inherited.size() == 2);
  CHECK(inherited.find(0x9200) != nullptr);
  CHECK(inherited.find(0x9300) != nullptr);
}

TEST_CASE("a stack that nothing is known of, and numbers beyond all reason") {
  auto made = with_stacks();
  made.allocate(0x5000, 10, 3).allocate(0x6000, 20, 0xffffffff).events();
  const Read read(made);
  CHECK(read.replay.total.live_bytes.rounded() == 30);
  CHECK(read.replay.by_stack.size() == 4);
  heap::Damage damage;
  const heap::Stacks stacks(read.recording, damage);
  CHECK(stacks.stack(3).frames.empty());
  CHECK(stacks.stack(0xffffffff).frames.empty());
}

TEST_CASE("stacks as far as they are believed, and their images") {
  HeapRecording made;
  made.stack(1, {0x401010, 0x402020, 0x77}, 2).end_block(BlockKind::Stacks);
  made.image(0x400000, 0x500000, "/usr/bin/app")
      .image(0x700000, 0x800000, "/lib/libc.so.6")
      .end_block(BlockKind::Images);
  const Read read(made);
  heap::Damage damage;
  const heap::Stacks stacks(read.recording, damage);
  CHECK(stacks.stack(1).frames.size() == 2);
  CHECK(stacks.stack(1).is_broken);
  REQUIRE(stacks.image_of(1, 0x401010) != nullptr);
  CHECK(stacks.image_of(1, 0x401010)->path == "/usr/bin/app");
  CHECK(stacks.image_of(1, 0x401010)->id.hex() == "01020304");
  CHECK(stacks.image_of(1, 0x4fffff) != nullptr);
  CHECK(stacks.image_of(1, 0x500000) == nullptr);
  CHECK(stacks.image_of(2, 0x401010) == nullptr);
  CHECK(stacks.image_of(1, 0x3fffff) == nullptr);
}

TEST_CASE("a block whose bytes were changed is left out, and said") {
  auto made = with_stacks();
  made.allocate(0x5000, 10, 1).events().allocate(0x6000, 20, 1).events();
  auto bytes = made.bytes();
  const std::size_t second = heap::format::header_size + heap::format::block_size;
  bytes[second + sizeof(heap::format::BlockHeader)] ^= 0x40;
  const auto recording = heap::Recording::of_bytes(bytes, "test");
  REQUIRE(recording);
  CHECK(recording->damage().blocks == 1);
  heap::Damage damage;
  CHECK(heap::replay(*recording, damage).total.live_bytes.rounded() == 20);
}

TEST_CASE("cut anywhere: what is whole is read, and it is said that there was more") {
  auto made = with_stacks();
  for (std::uint64_t i = 0; i < 20; ++i) made.allocate(0x5000 + 16 * i, 10, 1);
  made.events(0, BlockState::Open).allocate(0x9000, 1, 2).events(1);
  const auto bytes = made.bytes();
  for (std::size_t size = 0; size < bytes.size(); size += size < 8192 ? 1 : 61) {
    const std::vector<std::uint8_t> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    const auto recording = heap::Recording::of_bytes(cut, "test");
    CHECK(recording.has_value() == (size >= heap::format::header_size));
    if (!recording) continue;
    heap::Damage damage = recording->damage();
    CHECK(damage.is_cut);
    const heap::Stacks stacks(*recording, damage);
    CHECK(heap::replay(*recording, damage).total.live_bytes.rounded() <= 201);
  }
}

TEST_CASE("what is no recording, or of another time") {
  HeapRecording made;
  auto bytes = made.bytes();
  bytes[8] = 9;
  const auto newer = heap::Recording::of_bytes(bytes, "app.leak");
  REQUIRE_FALSE(newer);
  CHECK(newer.error().message ==
        "app.leak: a recording of version 9, which this symleak does not support: use the symleak that made "
        "it");
  bytes[0] = 'S';
  CHECK(heap::Recording::of_bytes(bytes, "app.leak").error().message ==
        "app.leak is not a recording (symleak run makes them)");
  CHECK(heap::Recording::of_bytes({}, "app.leak").error().message ==
        "app.leak is not a recording (symleak run makes them)");
}

TEST_CASE("the command") {
  HeapRecording made;
  const Read read(made);
  CHECK(read.recording.command() == std::vector<std::string>{"./app", "--all"});
}

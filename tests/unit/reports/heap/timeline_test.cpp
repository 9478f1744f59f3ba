#include "reports/heap/timeline.h"

#include <doctest/doctest.h>

#include "support/heap_recording.h"

using namespace symkit;
using test::HeapRecording;

namespace {

heap::Timeline timeline_of(HeapRecording& made, std::size_t most_steps, std::size_t most_changes = 1000) {
  static std::vector<std::uint8_t> bytes;
  bytes = made.bytes();
  const auto recording = heap::Recording::of_bytes(bytes, "test");
  REQUIRE(recording);
  heap::Damage damage;
  const heap::Replay known = heap::replay(*recording, damage);
  return heap::make_timeline(*recording, known, most_steps, most_changes);
}

double bytes_at_end(const heap::Timeline& timeline) {
  double sum = 0;
  for (const auto& step : timeline.steps)
    for (const auto& change : step.changes) sum += change.bytes;
  return sum;
}

HeapRecording many() {
  HeapRecording made;
  made.stack(1, {0x1010}).stack(2, {0x2010}).end_block(heap::format::BlockKind::Stacks);
  for (std::uint64_t i = 0; i < 100; ++i)
    made.allocate(0x5000 + i * 64, 10, static_cast<std::uint32_t>(1 + i % 2));
  for (std::uint64_t i = 0; i < 60; ++i) made.free(0x5000 + i * 64);
  made.events();
  return made;
}

}  // namespace

TEST_CASE("steps add up to what is left") {
  auto made = many();
  const heap::Timeline timeline = timeline_of(made, 16);
  CHECK(timeline.steps.size() > 8);
  CHECK(timeline.steps.size() <= 17);
  CHECK(bytes_at_end(timeline) == 400);
}

TEST_CASE("no more changes are kept than asked for: there are fewer steps, and the sums stay") {
  auto made = many();
  const heap::Timeline timeline = timeline_of(made, 100, 12);
  CHECK(timeline.steps.size() < 20);
  CHECK(bytes_at_end(timeline) == 400);
}

TEST_CASE("what comes and goes within a step is no change") {
  HeapRecording made;
  made.allocate(0x5000, 10, 1).free(0x5000).allocate(0x6000, 20, 2).events();
  const heap::Timeline timeline = timeline_of(made, 1);
  REQUIRE(timeline.steps.size() == 1);
  REQUIRE(timeline.steps[0].changes.size() == 1);
  CHECK(timeline.steps[0].changes[0].bytes == 20);
}

TEST_CASE("where a mark stands among the steps") {
  auto made = many();
  const heap::Timeline timeline = timeline_of(made, 200);
  heap::Mark mark;
  CHECK(timeline.steps_before(mark) == 0);
  mark.sequence = 50;
  CHECK(timeline.steps_before(mark) == 50);
  mark.sequence = 160;
  CHECK(timeline.steps_before(mark) == timeline.steps.size());
}

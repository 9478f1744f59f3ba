// rooms: heap
// Any bytes at all as a recording of a heap: it is read or refused, in time and memory that its size allows,
// and what its events leave adds up: in steps of time, and in the recording that is written anew of it, too.
#include <cstdint>
#include <cstring>
#include <vector>

#include "reports/heap/marks.h"
#include "reports/heap/pack.h"
#include "reports/heap/recording.h"
#include "reports/heap/replay.h"
#include "reports/heap/stacks.h"
#include "reports/heap/timeline.h"
#include "support/fuzz_require.h"

using namespace symkit;

namespace {

// As it was, but for what was damaged.
void pack_and_read(const heap::Recording& recording) {
  std::vector<std::uint8_t> bytes(heap::format::header_size);
  const auto header = heap::pack(recording, [&](Bytes part) {
    bytes.insert(bytes.end(), part.begin(), part.end());
    return true;
  });
  std::memcpy(bytes.data(), &*header, sizeof *header);
  const auto again = heap::Recording::of_bytes(bytes, "packed");
  fuzz::require(again && !again->damage().any() && again->blocks().size() == recording.blocks().size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto recording = heap::Recording::of_bytes({data, size}, "fuzz");
  if (!recording) return 0;
  heap::Damage damage = recording->damage();
  const heap::Stacks stacks(*recording, damage);
  const auto marks = heap::read_marks(*recording, damage);
  const heap::Replay replay = heap::replay(*recording, damage);
  heap::Counts sum;
  for (std::uint32_t i = 0; i < replay.by_stack.size(); ++i) {
    sum.add(replay.by_stack[i]);
    const heap::Stack stack = stacks.stack(i);
    for (const std::uint64_t address : stack.frames)
      if (const auto* image = stacks.image_of(stack.generation, address))
        fuzz::require(address >= image->begin && address < image->end);
  }
  fuzz::require(sum.live == replay.total.live && sum.live_bytes == replay.total.live_bytes);
  fuzz::require(replay.blocks.size() <= size);
  const heap::Timeline timeline = heap::make_timeline(*recording, replay, 16, 100);
  fuzz::require(timeline.steps.size() <= 16);
  pack_and_read(*recording);
  if (!marks.empty()) heap::unreached_of(marks.back(), replay);
  return 0;
}

// rooms: heap
// Any bytes at all as a recording of a heap: it is read or refused, in time and memory that its size allows,
// and what its events leave adds up.
#include <cstdint>

#include "heap/marks.h"
#include "heap/recording.h"
#include "heap/replay.h"
#include "heap/stacks.h"
#include "support/fuzz_require.h"

using namespace symkit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto recording = heap::Recording::of_bytes({data, size}, "fuzz");
  if (!recording) return 0;
  heap::Damage damage = recording->damage();
  const heap::Stacks stacks(*recording, damage);
  const auto marks = heap::read_marks(*recording, damage);
  const heap::Replay replay = heap::replay(*recording, damage);
  heap::Tally sum;
  for (std::uint32_t i = 0; i < replay.by_stack.size(); ++i) {
    sum.add(replay.by_stack[i]);
    const heap::Stack stack = stacks.stack(i);
    for (const std::uint64_t address : stack.frames)
      if (const auto* image = stacks.image_of(stack.generation, address))
        fuzz::require(address >= image->begin && address < image->end);
  }
  fuzz::require(sum.live == replay.total.live && sum.live_bytes == replay.total.live_bytes);
  fuzz::require(replay.blocks.size() <= size);
  if (!marks.empty()) heap::unreached_of(marks.back(), replay);
  return 0;
}

// rooms: base dumps unwind
// Any bytes at all as a minidump: it is refused, or its threads are unwound and told, in bounded time.
#include "stacks/dumps/minidump.h"

#include <cstdint>
#include <string>
#include <vector>

#include "ground/base/bytes.h"
#include "stacks/dumps/report.h"
#include "stacks/dumps/unwound.h"
#include "support/exact_buffer.h"
#include "support/fuzz_require.h"

using namespace symkit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const test::ExactBuffer exact({data, size});
  if (!dumps::is_minidump(exact.bytes())) return 0;
  const auto process = dumps::read_minidump(exact.bytes());
  if (!process) {
    fuzz::require(!process.error().message.empty());
    return 0;
  }
  std::size_t memory = 0;
  std::uint64_t end = 0;
  for (const dumps::MemoryPiece& piece : process->memory) {
    fuzz::require(piece.begin >= end && piece.bytes.size() == piece.size);
    end = piece.begin + piece.size;
    memory += piece.bytes.size();
  }
  fuzz::require(memory <= size);
  dumps::LoadedImages images(*process, {});
  const auto stacks = dumps::unwind_all(*process, images, false);
  fuzz::require(stacks.has_value());
  std::size_t threads = 0;
  for (const dumps::ThreadStack& one : *stacks) threads += one.threads.size();
  fuzz::require(threads == process->threads.size());
  fuzz::require(dumps::report_of(*process, images, *stacks, {.with_images = true}).ends_with('\n'));
  return 0;
}

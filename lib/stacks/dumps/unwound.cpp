#include "stacks/dumps/unwound.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "ground/base/words.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/unwinder.h"

namespace symkit::dumps {
namespace {

bool is_same(const unwind::Stack& a, const unwind::Stack& b) {
  return a.end == b.end &&
         std::ranges::equal(a.frames, b.frames, [](const unwind::Frame& x, const unwind::Frame& y) {
           return x.address == y.address && x.is_return_address == y.is_return_address && x.trust == y.trust;
         });
}

std::size_t key_of(const unwind::Stack& stack) {
  std::size_t key = stack.frames.size();
  for (const unwind::Frame& frame : stack.frames)
    key = (key ^ frame.address) * 0x9e3779b97f4a7c15U ^ (key >> 29);
  return key;
}

// Each has some bytes of its own on its stack; many threads on one stack are a lie, and so are many pieces
// of memory at one place in the dump.
std::size_t most_frames(const Process& process) {
  constexpr std::size_t fewest = 1'000'000, bytes_of_frame = 16;
  std::vector<Bytes> pieces;
  pieces.reserve(process.memory.size());
  for (const MemoryPiece& piece : process.memory) pieces.push_back(piece.bytes);
  std::ranges::sort(pieces, {}, [](Bytes piece) { return piece.data(); });
  std::size_t bytes = 0;
  const std::uint8_t* counted = nullptr;
  for (const Bytes piece : pieces) {
    const std::uint8_t* const end = piece.data() + piece.size();
    const std::uint8_t* const begin = std::max(counted, piece.data());
    if (end > begin) bytes += static_cast<std::size_t>(end - begin);
    counted = std::max(counted, end);
  }
  return std::max(fewest, bytes / bytes_of_frame);
}

// Apple's programs have the lower 47 bits; what is above may be a signature. On Windows, functions may keep
// the frame pointer within their frame, where their tables say.
unwind::Processor as_on(System system, unwind::Processor processor) {
  constexpr std::uint64_t apples = (std::uint64_t{1} << 47) - 1;
  constexpr unsigned farthest = 240;
  if (system == System::Windows && processor.architecture == Architecture::X86_64)
    processor.frame_slack = farthest;
  const bool is_apples = system == System::MacOs || system == System::Ios;
  if (is_apples && processor.architecture == Architecture::Arm64) processor.address_bits = apples;
  return processor;
}

}  // namespace

Result<std::vector<ThreadStack>> unwind_all(const Process& process, LoadedImages& images, bool is_each,
                                            const python::Stacks* python, std::size_t registers) {
  const unwind::Processor* const known = unwind::processor_of(process.architecture);
  if (known == nullptr) return fail(say("stacks of ", name_of(process.architecture), " cannot be read"));
  const unwind::Processor processor = as_on(process.system, *known);
  unwind::Unwinder unwinder(processor, images, images, most_frames(process));
  unwinder.keep_registers(registers);
  PythonPlaces places(python);
  std::vector<ThreadStack> all;
  std::multimap<std::size_t, std::size_t> seen;  // by their keys
  for (const Thread& thread : process.threads) {
    unwind::Stack stack = unwinder.unwind(thread.registers);
    std::vector<PythonCalls> calls = places.in(stack, thread);
    const std::size_t key = key_of(stack);
    const auto [first, last] = seen.equal_range(key);
    const auto same = std::find_if(first, last, [&](const auto& one) {
      const ThreadStack& other = all[one.second];
      return !other.threads.front()->has_crashed && is_same(other.stack, stack) && other.python == calls;
    });
    if (!is_each && same != last) {
      all[same->second].threads.push_back(&thread);
      continue;
    }
    seen.emplace(key, all.size());
    all.push_back({{&thread}, std::move(stack), std::move(calls)});
  }
  return all;
}

}  // namespace symkit::dumps

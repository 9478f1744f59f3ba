// rooms: base container dumps unwind
// Any bytes at all as a core file: it is refused, or its threads are unwound and told, in bounded time. A
// small core of it has its threads, too.
#include "stacks/dumps/elf_core.h"

#include <cstdint>
#include <string>
#include <vector>

#include "files/container/elf_file.h"
#include "ground/base/bytes.h"
#include "stacks/dumps/report.h"
#include "stacks/dumps/small_core.h"
#include "stacks/dumps/telling_memory.h"
#include "stacks/dumps/unwound.h"
#include "support/fuzz_require.h"

using namespace symkit;

namespace {

class OwnMemory final : public unwind::Memory {
 public:
  explicit OwnMemory(const dumps::LoadedImages& images) : images_(images) {}
  Bytes at(std::uint64_t address, std::uint64_t size) const override { return images_.dumped(address, size); }

 private:
  const dumps::LoadedImages& images_;
};

void make_small(Bytes bytes, const dumps::Process& process, const dumps::LoadedImages& images,
                const std::vector<dumps::ThreadStack>& stacks) {
  constexpr std::uint64_t most = 100'000;
  const auto core = container::elf::read_elf_headers(bytes);
  const OwnMemory memory(images);
  for (const auto& kept : {dumps::memory_to_unwind(*core, process, memory),
                           dumps::memory_of_stacks(*core, process, stacks, memory, most)}) {
    const auto small = dumps::small_core(*core, kept, memory, bytes.size());
    const auto again = dumps::read_elf_core(small);
    fuzz::require(again.has_value() && again->threads.size() == process.threads.size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes(data, size);
  if (!dumps::is_elf_core(bytes)) return 0;
  const auto process = dumps::read_elf_core(bytes);
  if (!process) return 0;
  dumps::LoadedImages images(*process, {});
  for (const bool is_each : {false, true}) {
    const auto stacks = dumps::unwind_all(*process, images, is_each);
    fuzz::require(stacks.has_value());
    std::size_t threads = 0;
    for (const dumps::ThreadStack& one : *stacks) threads += one.threads.size();
    fuzz::require(threads == process->threads.size());
    const std::string report = dumps::report_of(*process, images, *stacks, {.with_images = true});
    if (is_each) make_small(bytes, *process, images, *stacks);
    fuzz::require(report.starts_with("***") && report.ends_with('\n'));
  }
  return 0;
}

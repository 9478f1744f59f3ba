// rooms: base dumps unwind
// Any bytes at all as a core file: it is refused, or its threads are unwound and told, in bounded time.
#include "stacks/dumps/elf_core.h"

#include <cstdint>
#include <string>

#include "ground/base/bytes.h"
#include "stacks/dumps/report.h"
#include "stacks/dumps/unwound.h"
#include "support/fuzz_require.h"

using namespace symkit;

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
    fuzz::require(report.starts_with("***") && report.ends_with('\n'));
  }
  return 0;
}

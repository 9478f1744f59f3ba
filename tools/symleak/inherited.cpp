#include "symleak/inherited.h"

#include <string_view>

namespace symkit::symleak {
namespace {

constexpr unsigned most_generations = 100;

// Each process has from its parent what that inherited or allocated, and had not freed.
Result<InheritedMemory> inherited_after(const heap::format::Header& process, const std::string& run,
                                        unsigned generations) {
  InheritedMemory memory;
  if (process.parent == 0) return memory;
  const std::string_view name(process.parent_file,
                              ::strnlen(process.parent_file, sizeof process.parent_file));
  if (process.parent_sequence == 0 || name.find('/') != std::string_view::npos ||
      generations == most_generations)
    return fail("the process was forked, and which of its parent's blocks it inherited is not known");
  const auto parent = heap::Recording::open(run + std::string(name));
  if (!parent || parent->header().pid != process.parent)
    return fail("the process was forked, and its parent's recording cannot be read");
  auto more = inherited_after(parent->header(), run, generations + 1);
  if (!more) return fail(more.error());
  memory = std::move(*more);
  heap::Damage damage = parent->damage();
  const heap::Replay replay = heap::replay(*parent, damage, process.parent_sequence, nullptr, &memory.blocks);
  if (damage.any() || parent->header().events_dropped != 0)
    return fail("the process was forked, and its parent's recording is incomplete");
  replay.blocks.for_each(
      [&](std::uint64_t address, const heap::LiveBlock& block) { memory.blocks.put(address, block.size); });
  for (const auto& [begin, rest] : replay.mapped.by_begin()) memory.mapped.push_back({begin, rest.end});
  return memory;
}

}  // namespace

Result<InheritedMemory> inherited_by(const heap::format::Header& process, const std::string& run) {
  return inherited_after(process, run, 0);
}

}  // namespace symkit::symleak

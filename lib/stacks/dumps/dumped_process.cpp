#include "stacks/dumps/dumped_process.h"

#include <algorithm>
#include <string_view>

#include "files/container/elf_file.h"
#include "files/container/elf_format.h"
#include "stacks/dumps/core_notes.h"
#include "stacks/dumps/elf_core.h"
#include "stacks/dumps/opened_memory.h"
#include "stacks/dumps/small_core.h"
#include "stacks/dumps/telling_memory.h"

namespace symkit::dumps {
namespace {

namespace elf = container::elf;

// No two programs that were started have the same: it has random addresses.
std::string_view auxiliary_vector_in(const elf::ElfFile& core) {
  std::string_view found;
  for (const elf::ProgramHeader& segment : core.segments) {
    if (segment.type != elf::segment_type::note || segment.offset > core.bytes.size()) continue;
    const Bytes rest = core.bytes.subspan(static_cast<std::size_t>(segment.offset));
    each_core_note(rest.first(std::min<std::uint64_t>(rest.size(), segment.file_size)), core.endian,
                   [&](const CoreNote& note) {
                     if (note.is(core_note::auxiliary_vector) && found.empty()) found = as_text(note.content);
                   });
  }
  return found;
}

bool is_core_of(const elf::ElfFile& core, const Process& dumped, const DumpedProcess& process) {
  const std::string_view here = process.auxiliary_vector, there = auxiliary_vector_in(core);
  if (here.empty() || there.empty()) return false;
  const bool is_same = here.starts_with(there) || there.starts_with(here);
  return is_same && std::ranges::find(process.ids, dumped.id) != process.ids.end();
}

}  // namespace

Result<std::vector<std::uint8_t>> copy_dumped_process(Bytes beginning, const DumpedProcess& process,
                                                      Patience patience) {
  const auto core = elf::read_elf_headers(beginning);
  if (!core) return fail(core.error());
  const auto dumped = read_elf_core(beginning);
  if (!dumped) return fail(dumped.error());
  if (!is_core_of(*core, *dumped, process)) return fail("is the core of another process");
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  const OpenedMemory memory(process.memory, 128 * megabyte, patience);
  return small_core(*core, memory_to_unwind(*core, *dumped, memory), memory, 64 * megabyte);
}

}  // namespace symkit::dumps

#include "stacks/dumps/dumped_process.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "files/container/elf_file.h"
#include "files/container/elf_format.h"
#include "ground/base/object_path.h"
#include "stacks/dumps/address_set.h"
#include "stacks/dumps/core_notes.h"
#include "stacks/dumps/elf_core.h"
#include "stacks/dumps/opened_memory.h"
#include "stacks/dumps/python_calls.h"
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

constexpr std::uint64_t size_of_page_read = 4096;

// Memory that is read page by page, each once.
class PagedMemory final : public unwind::Memory {
 public:
  explicit PagedMemory(const unwind::Memory& memory) : memory_(memory) {}

  Bytes at(std::uint64_t address, std::uint64_t size) const override {
    const std::uint64_t begin = address - address % size_of_page_read;
    auto found = pages_.find(begin);
    if (found == pages_.end()) {
      if (pages_.size() == most) return {};
      found = pages_.emplace(begin, memory_.at(begin, size_of_page_read)).first;
    }
    const Bytes page = found->second;
    const auto into = static_cast<std::size_t>(address - begin);
    if (into >= page.size()) return {};
    return page.subspan(into, static_cast<std::size_t>(std::min<std::uint64_t>(size, page.size() - into)));
  }

  void add_to(AddressSet& kept) const {
    for (const auto& [begin, bytes] : pages_) kept.add(begin, begin + bytes.size());
  }

 private:
  static constexpr std::size_t most = 4000;

  const unwind::Memory& memory_;
  mutable std::map<std::uint64_t, Bytes> pages_;
};

// Its symbols say where its structures are. Programs without Python are not opened for that.
std::optional<python::Interpreter> interpreter_of(const Process& dumped, const FilesOf& files_of,
                                                  const unwind::Memory& memory) {
  const auto is_python = [](const MappedFile& file) { return without_folders(file.path).contains("python"); };
  if (std::ranges::none_of(dumped.files, is_python)) return std::nullopt;
  Process process;
  process.system = dumped.system;
  process.architecture = dumped.architecture;
  process.program_headers = dumped.program_headers;
  process.files = dumped.files;
  for (const MappedFile& file : process.files) {
    if (file.offset != 0) continue;
    const Bytes headers = memory.at(file.begin, size_of_page_read);
    if (!headers.empty()) process.memory.push_back({file.begin, headers.size(), headers, false});
  }
  std::ranges::stable_sort(process.memory, {}, &MemoryPiece::begin);
  const LoadedImages images(process, {.files = files_of});
  return find_interpreter(process, images, memory);
}

void add_python(const Process& dumped, const FilesOf& files_of, const unwind::Memory& memory,
                AddressSet& kept) {
  const PagedMemory pages(memory);
  const auto interpreter = interpreter_of(dumped, files_of, pages);
  if (!interpreter) return;
  python::touch_stacks(pages, *interpreter);
  pages.add_to(kept);
}

}  // namespace

Result<std::vector<std::uint8_t>> copy_dumped_process(Bytes beginning, const DumpedProcess& process,
                                                      const FilesOf& files_of, Patience patience) {
  const auto core = elf::read_elf_headers(beginning);
  if (!core) return fail(core.error());
  const auto dumped = read_elf_core(beginning);
  if (!dumped) return fail(dumped.error());
  if (!is_core_of(*core, *dumped, process)) return fail("is the core of another process");
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  const OpenedMemory memory(process.memory, 128 * megabyte, patience);
  AddressSet kept = memory_to_unwind(*core, *dumped, memory);
  add_python(*dumped, files_of, memory, kept);
  return small_core(*core, kept, memory, 64 * megabyte);
}

}  // namespace symkit::dumps

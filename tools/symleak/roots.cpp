#include "symleak/roots.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <elf.h>
#include <string_view>

namespace symkit::symleak {
namespace {

using heap::MemoryRange;

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t thread_record = 4096;  // the C library's, after the thread pointer

bool is_c_library(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.starts_with("libc.so.") || name.starts_with("libc-2.");
}

class RootFinder {
 public:
  RootFinder(const StoppedProcess& process, std::span<const MemoryRange> blocks)
      : process_(process), blocks_(blocks) {}

  void add_images() {
    for (const Mapping& mapping : process_.mappings())
      if (mapping.file_offset == 0 && mapping.is_readable && mapping.path.starts_with('/') &&
          !mapping.path.ends_with("libsymleak-record.so"))
        add_image(mapping);
  }

  void add_threads() {
    for (const StoppedThread& thread : process_.threads()) {
      roots_.words.insert(roots_.words.end(), thread.registers.begin(), thread.registers.end());
      add_stack(thread);
      add_thread_storage(thread);
    }
  }

  // The loader's blocks are the threads' storage and its lists of loaded libraries. The C library keeps
  // the stacks of ended threads for reuse, and the pointers to that storage are on these stacks, which
  // are not roots.
  void add_loaders(const heap::Replay& replay, const heap::Stacks& stacks) {
    const MemoryRange loader = loader_range();
    std::vector<std::uint8_t> is_loaders(stacks.count() + std::size_t{1});
    for (std::uint32_t number = 1; number < is_loaders.size(); ++number) {
      const heap::Stack stack = stacks.stack(number);
      is_loaders[number] =
          !stack.frames.empty() && stack.frames.front() >= loader.begin && stack.frames.front() < loader.end;
    }
    replay.blocks.for_each([&](std::uint64_t address, const heap::LiveBlock& block) {
      if (block.stack < is_loaders.size() && is_loaders[block.stack] != 0) roots_.words.push_back(address);
    });
  }

  void add_mapped(const MemoryRange& range) {
    const auto& all = process_.mappings();  // by address
    for (auto at = std::ranges::upper_bound(all, range.begin, {}, &Mapping::end);
         at != all.end() && at->begin < range.end; ++at)
      if (at->is_readable && at->is_writable)
        add({std::max(range.begin, at->begin), std::min(range.end, at->end)});
  }

  heap::Roots take() {
    std::ranges::sort(roots_.unused, {}, &MemoryRange::begin);
    return std::move(roots_);
  }

 private:
  void add(const MemoryRange& range) {
    if (range.begin < range.end) roots_.ranges.push_back(range);
  }

  // Its writable segments, up to the end of the last page: the loader keeps its records after its own.
  void add_image(const Mapping& mapping) {
    Elf64_Ehdr header = {};
    read(mapping.begin, header);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
        header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phoff > page)
      return;
    const std::uint64_t bias = header.e_type == ET_EXEC ? 0 : mapping.begin;
    for (unsigned i = 0; i < header.e_phnum; ++i) {
      Elf64_Phdr segment = {};
      read(mapping.begin + header.e_phoff + i * sizeof segment, segment);
      if (segment.p_type == PT_TLS) thread_storage_ += segment.p_memsz + segment.p_align;
      if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) == 0) continue;
      const std::uint64_t end = bias + segment.p_vaddr + segment.p_memsz;
      const MemoryRange range = {bias + segment.p_vaddr, (end + page - 1) & ~(page - 1)};
      (is_c_library(mapping.path) ? roots_.allocator : roots_.ranges).push_back(range);
    }
  }
  template <class Record>
  void read(std::uint64_t address, Record& record) const {
    process_.read(address, {reinterpret_cast<std::uint8_t*>(&record), sizeof record});
  }

  MemoryRange loader_range() const {
    const Mapping* first = mapping_at(process_.loader());
    MemoryRange range;
    if (first == nullptr || first->path.empty()) return range;
    for (const Mapping& mapping : process_.mappings())
      if (mapping.path == first->path) range = {range.end == 0 ? mapping.begin : range.begin, mapping.end};
    return range;
  }

  const Mapping* mapping_at(std::uint64_t address) const {
    for (const Mapping& mapping : process_.mappings())
      if (address >= mapping.begin && address < mapping.end) return &mapping;
    return nullptr;
  }
  const MemoryRange* block_at(std::uint64_t address) const {
    const auto next = std::ranges::upper_bound(blocks_, address, {}, &MemoryRange::begin);
    return next != blocks_.begin() && address < std::prev(next)->end ? &*std::prev(next) : nullptr;
  }

  // Stacks may be blocks themselves.
  MemoryRange stack_at(std::uint64_t address) const {
    if (const MemoryRange* block = block_at(address)) return *block;
    const Mapping* mapping = mapping_at(address);
    return mapping != nullptr ? MemoryRange{mapping->begin, mapping->end} : MemoryRange{};
  }
  // The stack on which the thread began: the C library's record of a thread is on it, except for a
  // program's first thread, whose stack the kernel names. (In a forked process it may be any.)
  MemoryRange own_stack(const StoppedThread& thread, const MemoryRange& current) const {
    const MemoryRange with_record = stack_at(thread.thread_pointer);
    if (!process_.is_first(thread) || with_record.begin == current.begin) return with_record;
    const auto& all = process_.mappings();
    const auto found = std::ranges::find(all, "[stack]", &Mapping::path);
    return found != all.end() ? MemoryRange{found->begin, found->end} : MemoryRange{};
  }

  // A thread that runs on another stack for a while, as fibers and signal handlers do, will return to its
  // own; how deep that is used is unknown.
  void add_stack(const StoppedThread& thread) {
    const MemoryRange current = stack_at(thread.stack_pointer);
    add({std::max(thread.stack_begin, current.begin), current.end});
    const MemoryRange own = own_stack(thread, current);
    if (own.begin != current.begin) add(own);
    add_unused(thread, current);
  }

  // A stack that the program has brought may be only a part of its block or of its mapping. The C library's
  // record has where it begins and its size, in two words that follow each other.
  void add_unused(const StoppedThread& thread, const MemoryRange& current) {
    std::array<std::uint64_t, thread_record / sizeof(std::uint64_t)> record = {};
    read(thread.thread_pointer, record);
    for (std::size_t i = 0; i + 1 < record.size(); ++i) {
      const std::uint64_t begin = record[i];
      const std::uint64_t size = record[i + 1];
      if (begin < current.begin || begin >= thread.stack_begin || size > current.end - begin) continue;
      if (thread.stack_pointer - begin >= size || thread.thread_pointer - begin >= size) continue;
      roots_.unused.push_back({begin, thread.stack_begin});
      return;
    }
  }

  // The images' thread-local variables are below the thread pointer, or above it, depending on the
  // processor's ABI. The main thread's are in memory with the loader's own records, which lead to more.
  void add_thread_storage(const StoppedThread& thread) {
    const Mapping* mapping = mapping_at(thread.thread_pointer);
    if (mapping == nullptr) return;
    const auto first = std::ranges::lower_bound(blocks_, mapping->begin, {}, &MemoryRange::begin);
    const bool is_stack = thread.stack_pointer >= mapping->begin && thread.stack_pointer < mapping->end;
    if (!is_stack && mapping->path.empty() && (first == blocks_.end() || first->begin >= mapping->end) &&
        mapping->end - mapping->begin <= 64 * page)
      return add({mapping->begin, mapping->end});
    const std::uint64_t room = thread_storage_ + page;
    // Memory deeper than the stack is from calls that have ended.
    const std::uint64_t begin = is_stack ? std::max(mapping->begin, thread.stack_begin) : mapping->begin;
    add({thread.thread_pointer > begin + room ? thread.thread_pointer - room : begin,
         std::min(mapping->end, thread.thread_pointer + thread_record + room)});
  }

  const StoppedProcess& process_;
  std::span<const MemoryRange> blocks_;
  heap::Roots roots_;
  std::uint64_t thread_storage_ = 0;
};

}  // namespace

heap::Roots roots_of(const StoppedProcess& process, std::span<const MemoryRange> blocks,
                     const heap::Replay& replay, const heap::Stacks& stacks) {
  RootFinder finder(process, blocks);
  finder.add_images();
  finder.add_threads();
  finder.add_loaders(replay, stacks);
  for (const auto& [begin, rest] : replay.mapped.by_begin()) finder.add_mapped({begin, rest.end});
  return finder.take();
}

}  // namespace symkit::symleak

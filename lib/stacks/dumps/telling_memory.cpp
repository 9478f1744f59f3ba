#include "stacks/dumps/telling_memory.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "files/container/elf_format.h"
#include "ground/base/cursor.h"
#include "stacks/dumps/loader_list.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/signal_record.h"

namespace symkit::dumps {
namespace {

namespace elf = container::elf;

constexpr std::uint64_t page_size = 4096, kilobyte = 1024;

// What is below the stack pointer may be in use, too.
constexpr std::uint64_t below_top = 128;

struct MemoryPart {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool is_code = false;
  bool is_dumped = false;  // the kernel writes it into the core: it is not only a file's
};

// Notes what is read.
class Watched final : public unwind::Memory {
 public:
  using Read = std::function<void(std::uint64_t begin, std::uint64_t end)>;
  Watched(const unwind::Memory& memory, Read read) : memory_(memory), read_(std::move(read)) {}

  Bytes at(std::uint64_t address, std::uint64_t size) const override {
    const Bytes bytes = memory_.at(address, size);
    read_(address, address + bytes.size());
    return bytes;
  }

 private:
  const unwind::Memory& memory_;
  Read read_;
};

class Choice {
 public:
  Choice(const elf::ElfFile& core, const Process& process, const unwind::Memory& memory, std::uint64_t most)
      : process_(process),
        memory_(memory),
        processor_(*unwind::processor_of(process.architecture)),
        most_(most),
        chosen_(64) {
    for (const elf::ProgramHeader& segment : core.segments)
      if (segment.type == elf::segment_type::load && segment.memory_size != 0)
        parts_.push_back({segment.address, segment.address + segment.memory_size,
                          (segment.flags & elf::segment_flag::executable) != 0, segment.file_size != 0});
    std::ranges::stable_sort(parts_, {}, &MemoryPart::begin);
  }

  // As much of it as is left to choose.
  void add(std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t left = most_ - std::min(most_, chosen_.size());
    if (end > begin) chosen_.add(begin, begin + std::min(end - begin, left));
  }

  // Debuggers read a little more than we do.
  void add_loader_list() {
    static constexpr std::uint64_t around = 64;
    const Watched watched(memory_, [this](std::uint64_t begin, std::uint64_t end) {
      add(begin - std::min(begin, around), end + around);
    });
    static_cast<void>(images_in_loader_list(process_, watched));
  }

  void add_kernels_image() {
    if (const MemoryPart* const part = find(process_.vdso)) add(part->begin, part->end);
  }

  // With their build ids.
  void add_headers_of_images() {
    for (const MappedFile& file : process_.files) {
      if (file.offset != 0) continue;
      const Bytes beginning = memory_.at(file.begin, page_size);
      if (elf::is_elf(beginning)) add(file.begin, file.begin + size_of_headers(beginning));
    }
  }

  // The used part of the stack, at most so much of it.
  void add_stack(std::uint64_t top, std::uint64_t most) {
    const MemoryPart* const part = find(top);
    if (part == nullptr) return;
    const std::uint64_t begin = std::max(part->begin, top - std::min(top, below_top));
    add(begin, std::min(part->end, top + std::min(most, UINT64_MAX - top)));
  }

  std::uint64_t top_of(const Thread& thread) const {
    return thread.registers.at(processor_.stack).value_or(0);
  }

  // A handler has a stack of its own, which tells where the interrupted one is.
  void add_interrupted_stack(std::uint64_t top, std::uint64_t most) {
    each_word(top, 64 * kilobyte, [&](std::uint64_t at, std::uint64_t word) {
      const MemoryPart* const part = find(word);
      if (part == nullptr || !part->is_code) return true;
      const auto before =
          unwind::interrupted_registers(word, at + processor_.address_size, memory_, processor_);
      if (!before) return true;
      add_stack(before->at(processor_.stack).value_or(0), most);
      return false;
    });
  }

  // The page that a value points to, unless a file has it.
  void add_page_at(std::uint64_t value) {
    const MemoryPart* const part = find(value);
    if (part == nullptr || part->is_code || !part->is_dumped) return;
    const std::uint64_t begin = value & ~(page_size - 1);
    add(std::max(begin, part->begin), std::min(begin + page_size, part->end));
  }
  void add_pages_of_registers(const Thread& thread) {
    for (unsigned number = 0; number < unwind::Registers::count; ++number)
      if (const auto value = thread.registers.at(number)) add_page_at(*value);
  }
  void add_pages_of_stack(std::uint64_t top, std::uint64_t size) {
    each_word(top, size, [this](std::uint64_t, std::uint64_t word) {
      add_page_at(word);
      return true;
    });
  }

  std::uint64_t size() const { return chosen_.size(); }
  AddressSet take() { return std::move(chosen_); }

 private:
  // Until `take` has what it wants.
  template <class Take>
  void each_word(std::uint64_t top, std::uint64_t size, Take take) const {
    const MemoryPart* const part = find(top);
    if (part == nullptr) return;
    Cursor at(memory_.at(top, std::min(size, part->end - top)), Endian::Little);
    while (at.remaining() >= processor_.address_size) {
      const std::uint64_t place = top + at.offset();
      if (!take(place, at.unsigned_of(processor_.address_size))) return;
    }
  }

  const MemoryPart* find(std::uint64_t address) const {
    const auto behind = std::ranges::upper_bound(parts_, address, {}, &MemoryPart::begin);
    if (behind == parts_.begin() || address >= std::prev(behind)->end) return nullptr;
    return &*std::prev(behind);
  }

  static std::uint64_t size_of_headers(Bytes beginning) {
    const auto headers = elf::read_elf_headers(beginning);
    if (!headers) return beginning.size();
    std::uint64_t size = (headers->wide ? 64 : 52) + headers->segments.size() * (headers->wide ? 56 : 32);
    for (const elf::ProgramHeader& segment : headers->segments)
      if (segment.type == elf::segment_type::note && segment.offset < beginning.size())
        size = std::max(size, segment.offset + std::min<std::uint64_t>(segment.file_size, page_size));
    size = std::min<std::uint64_t>(size, beginning.size());
    const bool is_enough = elf::read_elf_headers(beginning.first(static_cast<std::size_t>(size))).has_value();
    return is_enough ? size : beginning.size();
  }

  const Process& process_;
  const unwind::Memory& memory_;
  const unwind::Processor& processor_;
  std::uint64_t most_;
  AddressSet chosen_;
  std::vector<MemoryPart> parts_;
};

// Of a frame with large arrays only what is next to its ends: saved registers are there. Of a stack that is
// deeper than so many bytes, its first frames.
void add_frames(Choice& choice, const unwind::Stack& stack, std::uint64_t most) {
  constexpr std::uint64_t largest_frame = 16 * kilobyte, at_ends = 2 * kilobyte, of_last = kilobyte;
  const std::uint64_t before = choice.size();
  for (std::size_t i = 0; i < stack.frames.size() && choice.size() - before < most; ++i) {
    const std::uint64_t begin = stack.frames[i].stack - std::min(stack.frames[i].stack, below_top);
    const std::uint64_t next = i + 1 < stack.frames.size() ? stack.frames[i + 1].stack : 0;
    if (next >= begin && next - begin <= largest_frame) {
      choice.add(begin, next + kilobyte / 4);
      continue;
    }
    choice.add(begin, begin + (next == 0 ? of_last : at_ends));
    if (next > begin) choice.add(next - at_ends, next + kilobyte / 4);
  }
}

// Of many threads less of each.
void add_pages_of_threads(Choice& choice, const Process& process) {
  constexpr std::uint64_t of_all = 1024 * kilobyte, of_one = 16 * kilobyte;
  for (const Thread& thread : process.threads) choice.add_pages_of_registers(thread);
  const std::uint64_t share = std::min<std::uint64_t>(of_one, of_all / process.threads.size());
  for (const Thread& thread : process.threads) choice.add_pages_of_stack(choice.top_of(thread), share);
}

}  // namespace

AddressSet memory_to_unwind(const elf::ElfFile& core, const Process& process, const unwind::Memory& memory) {
  constexpr std::uint64_t most = 32 * kilobyte * kilobyte, of_first = 8 * kilobyte * kilobyte,
                          of_other = 256 * kilobyte;
  Choice choice(core, process, memory, most);
  const std::uint64_t top = choice.top_of(process.threads.front());
  choice.add_kernels_image();
  choice.add_headers_of_images();
  choice.add_loader_list();
  choice.add_stack(top, of_first);
  choice.add_interrupted_stack(top, of_first);
  choice.add_pages_of_registers(process.threads.front());
  for (const Thread& thread : process.threads) choice.add_stack(choice.top_of(thread), of_other);
  choice.add_pages_of_stack(top, 64 * kilobyte);
  add_pages_of_threads(choice, process);
  return choice.take();
}

AddressSet memory_of_stacks(const elf::ElfFile& core, const Process& process,
                            const std::vector<ThreadStack>& stacks, const unwind::Memory& memory,
                            std::uint64_t most) {
  constexpr std::uint64_t of_other = 64 * kilobyte;
  Choice choice(core, process, memory, most);
  choice.add_kernels_image();
  choice.add_headers_of_images();
  choice.add_loader_list();
  for (const ThreadStack& one : stacks) {
    add_frames(choice, one.stack, &one == &stacks.front() ? most / 2 : of_other);
    for (const Thread* const thread : one.threads) choice.add_stack(choice.top_of(*thread), kilobyte);
  }
  choice.add_pages_of_registers(process.threads.front());
  choice.add_pages_of_stack(choice.top_of(process.threads.front()), 64 * kilobyte);
  add_pages_of_threads(choice, process);
  return choice.take();
}

}  // namespace symkit::dumps

#include "stacks/dumps/small_core.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "core_of.h"
#include "stacks/dumps/elf_core.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/telling_memory.h"
#include "stacks/dumps/unwound.h"

using namespace symkit;
using namespace symkit::dumps;

namespace {

// The memory of a core, without files.
class MemoryOfCore final : public unwind::Memory {
 public:
  explicit MemoryOfCore(const Process& process) : images_(process, {}) {}
  Bytes at(std::uint64_t address, std::uint64_t size) const override { return images_.dumped(address, size); }

 private:
  LoadedImages images_;
};

struct Read {
  explicit Read(std::string content)
      : bytes(std::move(content)),
        file(*container::elf::read_elf_headers(as_bytes(bytes))),
        process(*read_elf_core(as_bytes(bytes))),
        memory(process) {}

  std::string bytes;
  container::elf::ElfFile file;
  Process process;
  MemoryOfCore memory;
};

std::string text_of(const std::vector<std::uint8_t>& bytes) { return std::string(as_text(bytes)); }

constexpr std::uint64_t stack = 0x7000, heap = 0x20000, code = 0x400000;
constexpr std::size_t all_notes = 1 << 20;

// A thread whose stack points into the heap, which is large.
CoreOf core_with_heap() {
  CoreOf core;
  core.thread(1, code + 0x10, stack + 0x100, stack + 0x200);
  core.memory(code, "", 0x1000, 5);
  std::string words(0x1000, '\0');
  const std::uint64_t pointer = heap + 0x5008;
  std::memcpy(words.data() + 0x180, &pointer, 8);
  core.memory(stack, words, 0x1000);
  core.memory(heap, std::string(0x100000, 'h'), 0x100000);
  return core;
}

}  // namespace

TEST_CASE("a small core has the parts that are wanted, and says where code is") {
  const Read whole(core_with_heap().bytes());
  AddressSet kept(64);
  kept.add(heap + 0x100, heap + 0x200);
  kept.add(0x900000, 0x901000);  // nowhere
  const Read small(text_of(small_core(whole.file, kept, whole.memory, all_notes)));
  REQUIRE(small.process.threads.size() == 1);
  CHECK(small.process.threads.front().registers.at(7) == stack + 0x100);
  REQUIRE(small.process.memory.size() == 2);
  CHECK(small.process.memory[0].begin == heap + 0x100);
  CHECK(as_text(small.process.memory[0].bytes) == std::string(0x100, 'h'));
  CHECK(small.process.memory[1].begin == code);
  CHECK(small.process.memory[1].size == 0x1000);
  CHECK(small.process.memory[1].is_code);
  CHECK(small.process.memory[1].bytes.empty());
}

TEST_CASE("segments that overlap are written once") {
  CoreOf core = core_with_heap();
  for (int i = 0; i < 100; ++i) core.memory(heap, std::string(0x1000, 'o'), 0x100000);
  const Read whole(core.bytes());
  AddressSet kept(64);
  kept.add(heap, heap + 0x100000);
  CHECK(small_core(whole.file, kept, whole.memory, all_notes).size() < 0x110000);
}

TEST_CASE("of many notes, registers are kept before others") {
  CoreOf core;
  core.note(6, std::string(32, '\0'));
  for (std::uint32_t i = 1; i <= 10; ++i) {
    core.thread(i, code, stack, stack);
    core.note(2, std::string(5000, 'f'));
  }
  core.memory(stack, "", 0x1000);
  const Read whole(core.bytes());
  const auto small = small_core(whole.file, AddressSet(64), whole.memory, 10'000);
  CHECK(small.size() < 11'000);
  CHECK(Read(text_of(small)).process.threads.size() == 10);
}

TEST_CASE("notes that are cut off are kept as far as they go") {
  CoreOf core;
  for (std::uint32_t i = 1; i <= 10; ++i) core.thread(i, code, stack, stack);
  const std::string all = core.bytes();
  const Read whole(all.substr(0, all.size() - 1000));
  REQUIRE(whole.process.threads.size() == 7);
  const auto small = small_core(whole.file, AddressSet(64), whole.memory, all_notes);
  CHECK(Read(text_of(small)).process.threads.size() == 7);
}

TEST_CASE("the used part of a stack is kept, and the pages that it points to") {
  const Read whole(core_with_heap().bytes());
  const AddressSet wanted = memory_to_unwind(whole.file, whole.process, whole.memory);
  CHECK(wanted.parts().at(stack) == stack + 0x1000);
  CHECK(wanted.parts().at(heap + 0x5000) == heap + 0x6000);
  CHECK(wanted.size() == 0x2000);
}

TEST_CASE("what is kept for debuggers has no more bytes than allowed") {
  const Read whole(core_with_heap().bytes());
  LoadedImages images(whole.process, {});
  const auto stacks = unwind_all(whole.process, images, true);
  REQUIRE(stacks);
  for (const std::uint64_t most : {0U, 100U, 3000U, 1U << 20}) {
    const AddressSet kept = memory_of_stacks(whole.file, whole.process, *stacks, whole.memory, most);
    CHECK(kept.size() <= most + 64);
  }
}

TEST_CASE("addresses count once") {
  AddressSet set(16);
  set.add(100, 200);
  set.add(150, 250);
  set.add(260, 300);
  set.add(10, 20);
  set.add(30, 30);
  CHECK(set.size() == 210);
  CHECK(set.parts() == std::map<std::uint64_t, std::uint64_t>{{10, 20}, {100, 300}});
  set.add(0, 1000);
  CHECK(set.size() == 1000);
}

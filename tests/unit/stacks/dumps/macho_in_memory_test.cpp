#include "stacks/dumps/macho_in_memory.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/unwound.h"
#include "support/assembler.h"
#include "support/scratch.h"
#include "support/synth_macho.h"

using namespace symkit;
using namespace symkit::dumps;
using test::Assembler;
using test::Buffer;

namespace {

constexpr std::uint64_t image = 0x1'2000'0000, stack = 0x7000, caller = image + 0x605;

constexpr std::uint64_t preferred = 0x1'0000'0000;

// One function of 0x100 bytes at 0x500, whose frame has a pointer: push rbp; mov rbp, rsp; …
Buffer code() {
  Buffer made = {0x55, 0x48, 0x89, 0xe5};
  made.resize(0x100, 0x90);
  return made;
}

Buffer unwind_info() {
  Assembler made;
  made.u32(1).u32(28).u32(0).u32(28).u32(0).u32(28).u32(2);
  made.u32(0x500).u32(52).u32(0).u32(0x600).u32(0).u32(0).u32(2).u16(8).u16(1).u32(0x500).u32(0x0100'0000);
  return made.finish();
}

Buffer image_file(std::uint32_t cpu_type, const Buffer& id) {
  test::SynthMacho macho({.wide = true, .endian = Endian::Little});
  macho.cpu_type = cpu_type;
  macho.id = id;
  macho.segments.push_back(
      {.name = "__TEXT",
       .address = preferred,
       .sections = {
           {.name = "__text", .address = preferred + 0x500, .bytes = code(), .flags = test::SynthMacho::code},
           {.name = "__unwind_info", .address = preferred + 0x700, .bytes = unwind_info()}}});
  return macho.build();
}

constexpr std::uint32_t x86_64 = 0x0100'0007, arm64 = 0x0100'000c;

Buffer image_in_memory() {
  Buffer memory = image_file(x86_64, {});
  const auto place = [&](std::size_t at, const Buffer& bytes) {
    if (memory.size() < at + bytes.size()) memory.resize(at + bytes.size());
    std::ranges::copy(bytes, memory.begin() + static_cast<std::ptrdiff_t>(at));
  };
  place(0x500, code());
  place(0x700, unwind_info());
  return memory;
}

// Where the function has pushed the frame pointer.
struct OnePush {
  OnePush() {
    process.architecture = Architecture::X86_64;
    process.system = System::MacOs;
    process.modules = {{.begin = image, .end = image + 0x1000, .path = "/opt/kiosk"}};
    process.memory = {{.begin = stack, .size = frame.size(), .bytes = frame}};
    process.code = {{image, image + 0x1000}};
    Thread& thread = process.threads.emplace_back();
    constexpr unsigned rbp = 6, rsp = 7, rip = 16;
    thread.registers.set(rip, image + 0x501);
    thread.registers.set(rsp, stack);
    thread.registers.set(rbp, 0x1);
  }

  void check(LoadedImages& images) const {
    const auto stacks = unwind_all(process, images, true);
    REQUIRE(stacks);
    const unwind::Stack& found = stacks->front().stack;
    REQUIRE(found.frames.size() >= 2);
    CHECK(found.frames[1].address == caller);
    CHECK(found.frames[1].trust == unwind::Trust::Cfi);
    CHECK(found.frames[1].stack == stack + 16);
  }

  Buffer frame = Assembler().u64(0).u64(caller).finish();
  Process process;
};

}  // namespace

TEST_CASE("a Mach-O image whose memory is in the dump is unwound by its own table") {
  OnePush made;
  const Buffer bytes = image_in_memory();
  made.process.memory.push_back({.begin = image, .size = bytes.size(), .bytes = bytes});
  LoadedImages images(made.process, {});
  made.check(images);
  CHECK_FALSE(macho_table_in(images, image + 0x500));
  CHECK_FALSE(macho_table_in(images, stack));
}

TEST_CASE("of a file with images for several processors that with the id is used") {
  OnePush made;
  const Buffer id(16, 0xab), other(16, 0xcd);
  made.process.modules.front().id = *ImageId::from_bytes(id);
  const test::Scratch folder;
  const std::string path = folder / "kiosk";
  test::write_file(
      path, Bytes(test::fat_file({{arm64, 0, image_file(arm64, other)}, {x86_64, 3, image_file(x86_64, id)}},
                                 false)));
  LoadedImages images(made.process, {.files = [&](const LoadedImage&) { return std::vector{path}; }});
  made.check(images);
}

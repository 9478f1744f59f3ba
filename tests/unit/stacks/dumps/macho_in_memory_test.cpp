#include "stacks/dumps/macho_in_memory.h"

#include <doctest/doctest.h>
#include <vector>

#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/unwound.h"
#include "support/assembler.h"
#include "support/synth_macho.h"

using namespace symkit;
using namespace symkit::dumps;
using test::Assembler;
using test::Buffer;

namespace {

constexpr std::uint64_t image = 0x1'2000'0000, stack = 0x7000, caller = image + 0x605;

// One function of 0x100 bytes at 0x500, whose frame has a pointer.
Buffer image_in_memory() {
  constexpr std::uint64_t preferred = 0x1'0000'0000;
  Assembler table;
  table.u32(1).u32(28).u32(0).u32(28).u32(0).u32(28).u32(2);
  table.u32(0x500).u32(52).u32(0).u32(0x600).u32(0).u32(0).u32(2).u16(8).u16(1).u32(0x500).u32(0x0100'0000);
  Buffer code = {0x55, 0x48, 0x89, 0xe5};
  code.resize(0x100, 0x90);
  test::SynthMacho macho({.wide = true, .endian = Endian::Little});
  macho.segments.push_back(
      {.name = "__TEXT",
       .address = preferred,
       .sections = {
           {.name = "__text", .address = preferred + 0x500, .bytes = code, .flags = test::SynthMacho::code},
           {.name = "__unwind_info", .address = preferred + 0x700, .bytes = table.finish()}}});
  Buffer file = macho.build();
  const auto place = [&](std::size_t at, const Buffer& bytes) {
    if (file.size() < at + bytes.size()) file.resize(at + bytes.size());
    std::ranges::copy(bytes, file.begin() + static_cast<std::ptrdiff_t>(at));
  };
  place(0x500, code);
  place(0x700, table.finish());
  return file;
}

}  // namespace

TEST_CASE("a Mach-O image whose memory is in the dump is unwound by its own table") {
  const Buffer bytes = image_in_memory();
  const Buffer frame = Assembler().u64(0).u64(caller).finish();
  Process process;
  process.architecture = Architecture::X86_64;
  process.system = System::MacOs;
  process.modules = {{.begin = image, .end = image + 0x1000, .path = "/opt/kiosk"}};
  process.memory = {{.begin = stack, .size = frame.size(), .bytes = frame},
                    {.begin = image, .size = bytes.size(), .bytes = bytes}};
  process.code = {{image, image + 0x1000}};
  Thread& thread = process.threads.emplace_back();
  constexpr unsigned rbp = 6, rsp = 7, rip = 16;
  thread.registers.set(rip, image + 0x501);
  thread.registers.set(rsp, stack);
  thread.registers.set(rbp, 0x1);
  LoadedImages images(process, {});
  const auto stacks = unwind_all(process, images, true);
  REQUIRE(stacks);
  const unwind::Stack& found = stacks->front().stack;
  REQUIRE(found.frames.size() >= 2);
  CHECK(found.frames[1].address == caller);
  CHECK(found.frames[1].trust == unwind::Trust::Cfi);
  CHECK(found.frames[1].stack == stack + 16);
  CHECK_FALSE(macho_table_in(images, image + 0x500));
  CHECK_FALSE(macho_table_in(images, stack));
}

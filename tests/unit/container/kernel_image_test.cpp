#include "container/kernel_image.h"

#include <algorithm>

#include "doctest/doctest.h"

#include "base/words.h"
#include "container/open.h"
#include "support/synth_kallsyms.h"

using namespace symkit;
using test::Assembler;
using test::Buffer;
using test::SynthKallsyms;

namespace {

// As arm64's boot loaders get it: a header, code, notes, and among the constants the list of symbols.
Buffer flat_kernel(bool with_list) {
  SynthKallsyms list;
  list.base = 0xffff800080000000;
  list.symbols = {{list.base, 'T', "_text"}, {list.base + 0x100, 'T', "_stext"}};
  for (std::uint64_t i = 0; i < 400; ++i)
    list.symbols.push_back({list.base + 0x100 + i * 4, 't', say("do_function_", i)});
  list.symbols.push_back({list.base + 0x800, 'T', "_etext"});
  list.symbols.push_back({list.base + 0x800, 'R', "__start_notes"});
  list.symbols.push_back({list.base + 0x824, 'R', "__stop_notes"});
  Assembler out;
  out.zeros(0x38).text("ARM\x64").zeros(0x800 - 0x3c);
  out.u32(4).u32(20).u32(3).text(std::string_view("GNU\0", 4)).text("0123456789abcdefghij");
  out.zeros(0x1000 - out.size()).text("Linux version 6.1.0-13-arm64 (builder@host) #1 SMP\n");
  out.zeros(0x2000 - out.size());
  if (with_list) out.bytes(list.bytes());
  return out.finish();
}

}  // namespace

TEST_CASE("A kernel that is no ELF file is an image by what it lists of itself") {
  const Buffer bytes = flat_kernel(true);
  const auto file = container::open_bytes(bytes, "/boot/Image");
  REQUIRE(file);
  const container::Image& image = *(*file)->images().front();
  CHECK((*file)->name() == "vmlinux-6.1.0-13-arm64");
  CHECK(image.architecture() == Architecture::Arm64);
  CHECK(image.text_base().value == 0xffff800080000000);
  REQUIRE(image.id());
  CHECK(image.id()->hex() == "303132333435363738396162636465666768696a");
  const auto symbols = image.symbols();
  REQUIRE(symbols);
  const auto found = std::ranges::find(*symbols, "do_function_17", &container::Symbol::name);
  REQUIRE(found != symbols->end());
  CHECK(found->address.value == 0xffff800080000000 + 0x100 + 17 * 4);
  CHECK(found->in_code);
}

TEST_CASE("A kernel without a list of symbols says what else to give") {
  const Buffer bytes = flat_kernel(false);
  const auto file = container::open_bytes(bytes, "/boot/Image");
  REQUIRE_FALSE(file);
  CHECK(file.error().message ==
        "/boot/Image: is a kernel without a list of symbols (CONFIG_KALLSYMS): give its System.map or its "
        "vmlinux");
}

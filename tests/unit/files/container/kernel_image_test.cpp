#include "files/container/kernel_image.h"

#include <algorithm>

#include "doctest/doctest.h"

#include "files/container/open.h"
#include "files/kernel/kallsyms.h"
#include "files/kernel/link_addresses.h"
#include "ground/base/words.h"
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

namespace {

constexpr std::uint64_t linked_at = 0xffff800080000000, list_at = 0x2000;

// As Debian's arm64 kernels are: the base of the list is 0 and left to a relocation, one of several; the list
// begins with the first function, not with the Image.
Buffer relocated_kernel(std::uint64_t functions_pointed_to) {
  SynthKallsyms list;
  list.base = linked_at + 0x100;
  list.base_is_filled = false;
  list.symbols = {{list.base, 'T', "_stext"}};
  for (std::uint64_t i = 0; i < 400; ++i)
    list.symbols.push_back({list.base + i * 4, 't', say("do_function_", i)});
  list.symbols.push_back({linked_at + 0x800, 'T', "_etext"});
  const Buffer packed = list.bytes();
  const auto table = kernel::Kallsyms::find(packed, Endian::Little, 8);
  REQUIRE(table);
  REQUIRE(table->unfilled_base());
  Assembler out;
  out.zeros(0x10).u64(0x400000).zeros(0x20).text("ARM\x64").zeros(list_at - 0x3c);
  out.bytes(packed);
  out.zeros((8 - out.size() % 8) % 8);
  // Others are of pointers to functions; one is of a place at the same distance from where an Image might
  // begin.
  const std::uint64_t place = linked_at + list_at + *table->unfilled_base();
  out.u64(place + 0x200000).u64(0x403).u64(linked_at + 0x200102);
  out.u64(place).u64(0x403).u64(list.base);
  for (std::uint64_t i = 0; i < functions_pointed_to; ++i)
    out.u64(linked_at + 0x1000 + i * 8).u64(0x403).u64(list.base + i * 12);
  return out.finish();
}

}  // namespace

TEST_CASE("A kernel that leaves the base of its list to a relocation is where the relocation says") {
  const Buffer bytes = relocated_kernel(40);
  const auto file = container::open_bytes(bytes, "/boot/Image");
  REQUIRE(file);
  const container::Image& image = *(*file)->images().front();
  CHECK(image.text_base().value == linked_at);
  const auto symbols = image.symbols();
  REQUIRE(symbols);
  const auto found = std::ranges::find(*symbols, "do_function_17", &container::Symbol::name);
  REQUIRE(found != symbols->end());
  CHECK(found->address.value == linked_at + 0x100 + 17 * 4);
}

TEST_CASE("Where relocations do not tell where a kernel wants to be, nothing is made up") {
  const Buffer bytes = relocated_kernel(6);
  const auto file = container::open_bytes(bytes, "/boot/Image");
  REQUIRE(file);
  CHECK((*file)->images().front()->text_base().value == 0);
  const Buffer good = relocated_kernel(40);
  const auto table = kernel::Kallsyms::find(good, Endian::Little, 8);
  REQUIRE(table);
  CHECK(kernel::linked_place(good, *table->unfilled_base(), table->symbols()));
  for (std::size_t size = 0; size < 64; ++size)
    CHECK_FALSE(kernel::linked_place(Bytes(good).first(size), *table->unfilled_base(), table->symbols()));
}

TEST_CASE("A kernel without a list of symbols says what else to give") {
  const Buffer bytes = flat_kernel(false);
  const auto file = container::open_bytes(bytes, "/boot/Image");
  REQUIRE_FALSE(file);
  CHECK(file.error().message ==
        "/boot/Image: is a kernel without a list of symbols (CONFIG_KALLSYMS): give its System.map or its "
        "vmlinux");
}

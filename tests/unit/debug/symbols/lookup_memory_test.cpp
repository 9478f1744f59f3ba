// A lookup allocates nothing once it has seen a chain as long: every allocation of this binary is counted.
#include <atomic>
#include <cstdlib>
#include <new>

#include "support.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;

namespace {
std::atomic<std::size_t> allocations = 0;
}

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("a lookup allocates nothing after the first") {
  SynthDwarf dwarf;
  SynthLines lines(dwarf);
  lines.files = {{"a.c", 0}, {"b.h", 0}};
  lines.set_address(0x1100)
      .row(10)
      .advance_pc(8)
      .set_file(2)
      .row(4)
      .advance_pc(8)
      .set_file(1)
      .row(12)
      .end_sequence(0x70);
  begin_unit(dwarf, lines.finish());
  dwarf.open(DW_TAG_subprogram, named("f", 0x1100, 0x80));
  dwarf.open(DW_TAG_inlined_subroutine, called(named("g", 0x1108, 8), 11));
  dwarf.entry(DW_TAG_inlined_subroutine, called(named("h", 0x110a, 2), 5)).close().close();
  for (unsigned i = 0; i < 100; ++i) dwarf.entry(DW_TAG_subprogram, named("other", 0x1200 + i * 16, 12));
  end_unit(dwarf);
  FakeImage image;
  image.add_code(0x1000, 0x1000).add_debug(dwarf);
  image.add_symbol("alias", 0x1100, 0x10);
  const Prepared prepared(image);

  index::Answer answer;
  REQUIRE(prepared.index().lookup({0x110a}, answer));
  REQUIRE(answer.chain.size() == 3);
  const std::size_t before = allocations;
  std::size_t found = 0;
  for (std::uint64_t offset = 0x1000; offset < 0x2100; ++offset)
    found += prepared.index().lookup({offset}, answer) ? 1 : 0;
  const std::size_t after = allocations;
  CHECK(after == before);
  CHECK(found == 0x80 + 100 * 12);
}

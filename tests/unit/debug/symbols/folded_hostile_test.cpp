// Functions that share code, made to be slow or to lead astray: preparing them ends soon, and says nothing
// that is not there.
#include <chrono>
#include <string>

#include "support.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;

namespace {

constexpr std::uint64_t begin = 0x1000, size = 0x40;
constexpr double patience = 60;  // seconds, on a busy machine and with sanitizers

std::uint64_t add_lines(SynthDwarf& dwarf) {
  SynthLines lines(dwarf);
  lines.files = {{"a.c", 0}};
  lines.set_address(begin);
  for (int i = 0; i < 8; ++i) lines.special(1, 4);
  return lines.end_sequence(0x20).finish();
}

Attributes call_of(std::uint64_t origin, std::uint64_t returns_to) {
  return {{DW_AT_call_origin, DW_FORM_ref4, origin}, {DW_AT_call_return_pc, DW_FORM_addr, returns_to}};
}

}  // namespace

TEST_CASE("a hundred thousand functions of one range are a hundred thousand names") {
  SynthDwarf dwarf;
  begin_unit(dwarf, add_lines(dwarf));
  constexpr std::uint32_t count = 100'000;
  for (std::uint32_t i = 0; i < count; ++i)
    dwarf.entry(DW_TAG_subprogram, named(("f" + std::to_string(i)).c_str(), begin, size));
  end_unit(dwarf);
  FakeImage image;
  image.add_code(begin, 0x1000).add_debug(dwarf);
  const auto start = std::chrono::steady_clock::now();
  const Prepared prepared(image);
  CHECK(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < patience);
  const auto range = prepared.index().folding().range_at({begin - image.base});
  REQUIRE(range);
  CHECK(range->count == count);
  CHECK_FALSE(prepared.index().folding().member(*range, count - 1).own);  // as the first has it
}

TEST_CASE("call sites that lie: outside of their function, of entries that are none, of themselves") {
  SynthDwarf dwarf;
  begin_unit(dwarf, add_lines(dwarf));
  dwarf.entry(DW_TAG_subprogram, named("g", begin, size));
  const std::uint64_t first = dwarf.info.size();
  dwarf.open(DW_TAG_subprogram, named("f", begin, size));
  for (const std::uint64_t returns_to : {std::uint64_t{0}, begin, begin + size + 1, UINT64_MAX})
    dwarf.entry(DW_TAG_call_site, call_of(first, returns_to));
  dwarf.entry(DW_TAG_call_site, call_of(first, begin + 8));
  dwarf.entry(DW_TAG_call_site, call_of(UINT32_MAX, begin + 12));
  dwarf.entry(DW_TAG_call_site, call_of(first + 1, begin + 16));
  for (int i = 0; i < 20'000; ++i) dwarf.entry(DW_TAG_call_site, call_of(first, begin + 20));
  dwarf.close();
  end_unit(dwarf);
  FakeImage image;
  image.add_code(begin, 0x1000).add_debug(dwarf);
  const Prepared prepared(image);
  const index::Folding& folding = prepared.index().folding();
  std::string places;
  CHECK(folding.each_call([&](const index::Folding::Call& call) {
    const char kind = call.kind == index::CallKind::Indirect ? '?'
                      : call.kind == index::CallKind::Member ? 'm'
                                                             : 'n';
    places += std::to_string(call.returns_to.value + image.base - begin) + kind + ' ';
  }));
  CHECK(places == "8m 12? 16? 20m ");
}

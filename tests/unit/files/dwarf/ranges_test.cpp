// Which addresses an entry covers: low and high, and lists in all their forms.
#include "support.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;

namespace {

// One function in a unit at 0x1000, with these attributes.
struct Sample {
  explicit Sample(DwarfForm form) : dwarf(form) {}

  Lines functions(const std::vector<SynthAttribute>& attributes,
                  const SynthAttribute& more = {DW_AT_call_line, DW_FORM_data1, 0}) {
    dwarf.begin_unit();
    dwarf.open(DW_TAG_compile_unit, {{DW_AT_low_pc, DW_FORM_addr, 0x1000},
                                     {DW_AT_addr_base, DW_FORM_data8, dwarf.addresses_base},
                                     {DW_AT_rnglists_base, DW_FORM_data8, lists_base},
                                     more});
    dwarf.entry(DW_TAG_subprogram, attributes);
    dwarf.close().end_unit();
    return Listing(OpenedDwarf(dwarf)).functions;
  }
  // With the list that was written last, from `at`.
  Lines from_list(std::uint64_t at) {
    const Form form = dwarf.form.version >= 4 ? DW_FORM_sec_offset
                      : dwarf.form.wide       ? DW_FORM_data8
                                              : DW_FORM_data4;
    return functions({{DW_AT_ranges, form, at}});
  }

  SynthDwarf dwarf;
  std::uint64_t lists_base = 0;
};

std::string ranges(std::initializer_list<std::pair<std::uint64_t, std::uint64_t>> all) {
  std::string text;
  for (const auto& [begin, end] : all) text += " " + Listing::range(begin, end);
  return text;
}

std::uint64_t all_ones(unsigned size) { return size == 8 ? ~std::uint64_t{0} : 0xffffffff; }

}  // namespace

TEST_CASE("high_pc is an address or a length, by its form") {
  for (const DwarfForm& form : dwarf_forms()) {
    CAPTURE(describe(form));
    for (const Form high :
         {DW_FORM_data1, DW_FORM_data2, DW_FORM_data4, DW_FORM_data8, DW_FORM_udata, DW_FORM_sdata})
      CHECK(Sample(form).functions({{DW_AT_low_pc, DW_FORM_addr, 0x1100}, {DW_AT_high_pc, high, 0x20}}) ==
            Lines{ranges({{0x1100, 0x1120}})});
    CHECK(Sample(form).functions(
              {{DW_AT_high_pc, DW_FORM_addr, 0x1130}, {DW_AT_low_pc, DW_FORM_addr, 0x1100}}) ==
          Lines{ranges({{0x1100, 0x1130}})});
    for (const Form index : {DW_FORM_addrx, DW_FORM_addrx1, DW_FORM_addrx2, DW_FORM_addrx3, DW_FORM_addrx4})
      CHECK(Sample(form).functions({{DW_AT_low_pc, index, 0x1100}, {DW_AT_high_pc, index, 0x1130}}) ==
            Lines{ranges({{0x1100, 0x1130}})});
  }
}

TEST_CASE("an entry that covers nothing is no function") {
  const Sample none({});
  CHECK(Sample({}).functions({{DW_AT_low_pc, DW_FORM_addr, 0x1100}}).empty());
  CHECK(Sample({})
            .functions({{DW_AT_low_pc, DW_FORM_addr, 0x1100}, {DW_AT_high_pc, DW_FORM_data1, 0}})
            .empty());
  CHECK(Sample({})
            .functions({{DW_AT_low_pc, DW_FORM_addr, 0x1100}, {DW_AT_high_pc, DW_FORM_addr, 0x10ff}})
            .empty());
  CHECK(Sample({}).functions({{DW_AT_high_pc, DW_FORM_addr, 0x1100}}).empty());
  CHECK(Sample({}).functions({{DW_AT_low_pc, DW_FORM_ref4, 11}, {DW_AT_high_pc, DW_FORM_data1, 9}}).empty());
}

TEST_CASE("lists of pairs count from the unit's base, until an entry sets another") {
  for (const DwarfForm& form : dwarf_forms()) {
    if (form.version == 5) continue;
    CAPTURE(describe(form));
    Sample sample(form);
    Assembler& list = sample.dwarf.ranges;
    list.address(0).address(0);  // another entry's, empty
    const std::uint64_t at = list.size();
    list.address(0x10).address(0x20);
    list.address(0x30).address(0x30);  // covers nothing
    list.address(all_ones(form.address_size)).address(0x8000);
    list.address(0x4).address(0x8);
    list.address(all_ones(form.address_size)).address(0);
    list.address(0x9000).address(0x9010);
    list.address(0).address(0);
    list.address(0x40).address(0x50);  // behind the end
    CHECK(sample.from_list(at) == Lines{ranges({{0x1010, 0x1020}, {0x8004, 0x8008}, {0x9000, 0x9010}})});
  }
}

TEST_CASE("lists of version 5: every kind of entry") {
  for (const DwarfForm& form : dwarf_forms()) {
    if (form.version != 5) continue;
    CAPTURE(describe(form));
    Sample sample(form);
    Assembler& list = sample.dwarf.rnglists;
    const auto index = [&](std::uint64_t address) { return sample.dwarf.add_address(address); };
    list.u64(0);
    const std::uint64_t at = list.size();
    list.u8(DW_RLE_offset_pair).uleb(0x10).uleb(0x20);
    list.u8(DW_RLE_base_address).address(0x2000).u8(DW_RLE_offset_pair).uleb(0).uleb(0x200);
    list.u8(DW_RLE_base_addressx).uleb(index(0x3000)).u8(DW_RLE_offset_pair).uleb(1).uleb(2);
    list.u8(DW_RLE_startx_endx).uleb(index(0x4000)).uleb(index(0x4004));
    list.u8(DW_RLE_startx_length).uleb(index(0x5000)).uleb(0x80);
    list.u8(DW_RLE_start_end).address(0x6000).address(0x6008);
    list.u8(DW_RLE_start_length).address(0x7000).uleb(0x300);
    list.u8(DW_RLE_startx_length).uleb(4000).uleb(0x80);  // no such address
    list.u8(DW_RLE_end_of_list);
    list.u8(DW_RLE_start_length).address(0x8000).uleb(1);  // behind the end
    CHECK(sample.from_list(at) == Lines{ranges({{0x1010, 0x1020},
                                                {0x2000, 0x2200},
                                                {0x3001, 0x3002},
                                                {0x4000, 0x4004},
                                                {0x5000, 0x5080},
                                                {0x6000, 0x6008},
                                                {0x7000, 0x7300}})});
  }
}

TEST_CASE("rnglistx goes through the table at rnglists_base") {
  for (const bool wide : {false, true}) {
    Sample sample({.version = 5, .wide = wide});
    Assembler& list = sample.dwarf.rnglists;
    const unsigned width = sample.dwarf.form.offset_size();
    list.zeros(20);  // the header, as long as it likes to be
    const auto table = list.here(), first = list.label(), second = list.label();
    sample.lists_base = list.size();
    list.distance(table, first, width).distance(table, second, width);
    list.place(first).u8(DW_RLE_start_length).address(0x1100).uleb(1).u8(DW_RLE_end_of_list);
    list.place(second).u8(DW_RLE_start_length).address(0x1200).uleb(2).u8(DW_RLE_end_of_list);
    SUBCASE("the second") {
      CHECK(sample.functions({{DW_AT_ranges, DW_FORM_rnglistx, 1}}) == Lines{ranges({{0x1200, 0x1202}})});
    }
    SUBCASE("an index far beyond the table") {
      CHECK(sample.functions({{DW_AT_ranges, DW_FORM_rnglistx, ~std::uint64_t{0}}}).empty());
    }
  }
}

TEST_CASE("what counts from a deleted base does not wrap around into live code") {
  for (const unsigned size : {4U, 8U}) {
    for (const std::uint64_t base : {all_ones(size), all_ones(size) - 1}) {
      Sample four({.version = 4, .address_size = size});
      four.dwarf.ranges.address(all_ones(size))
          .address(base)
          .address(0x1101)
          .address(0x1111)
          .address(0)
          .address(0);
      CHECK(four.from_list(0).empty());
      Sample five({.version = 5, .address_size = size});
      five.dwarf.rnglists.u8(DW_RLE_base_address)
          .address(base)
          .u8(DW_RLE_offset_pair)
          .uleb(0x1101)
          .uleb(0x1111);
      five.dwarf.rnglists.u8(DW_RLE_end_of_list);
      CHECK(five.from_list(0).empty());
    }
  }
}

TEST_CASE("a skeleton's own lists do not count from the base it gives to its split unit") {
  Sample sample({.version = 4});
  sample.dwarf.ranges.address(0x10).address(0x20).address(0).address(0);
  sample.dwarf.ranges.address(0x30).address(0x40).address(0).address(0);
  CHECK(sample.functions({{DW_AT_ranges, DW_FORM_sec_offset, 0}}, {DW_AT_GNU_ranges_base, DW_FORM_sec_offset,
                                                                   32}) == Lines{ranges({{0x1010, 0x1020}})});
}

TEST_CASE("lists that are cut off or lie outside give what they have") {
  Sample cut({.version = 4});
  cut.dwarf.ranges.address(0x10).address(0x20).u8(1);
  CHECK(cut.from_list(0) == Lines{ranges({{0x1010, 0x1020}})});
  CHECK(Sample({.version = 4}).from_list(0x100000).empty());
  CHECK(Sample({.version = 5}).from_list(0x100000).empty());
  Sample unknown({.version = 5});
  unknown.dwarf.rnglists.u8(DW_RLE_offset_pair).uleb(1).uleb(2).u8(99).u8(DW_RLE_offset_pair).uleb(5).uleb(6);
  CHECK(unknown.from_list(0) == Lines{ranges({{0x1001, 0x1002}})});
}

TEST_CASE("a list shared by thousands of entries is not read for each of them") {
  SynthDwarf dwarf({.version = 5});
  for (int i = 0; i < 4000; ++i) dwarf.rnglists.u8(DW_RLE_offset_pair).uleb(1).uleb(2);
  dwarf.rnglists.u8(DW_RLE_end_of_list);
  dwarf.begin_unit();
  dwarf.open(DW_TAG_compile_unit);
  dwarf.open(DW_TAG_subprogram, {{DW_AT_low_pc, DW_FORM_addr, 1}, {DW_AT_high_pc, DW_FORM_data1, 9}});
  for (int i = 0; i < 4000; ++i)
    dwarf.entry(DW_TAG_inlined_subroutine, {{DW_AT_ranges, DW_FORM_sec_offset, 0}});
  dwarf.close().close().end_unit();
  const OpenedDwarf opened(dwarf);
  struct Counter final : FunctionSink {
    void take(const Function& function) override {
      calls = function.calls.size();
      ranges = function.inlined.size();
    }
    std::size_t calls = 0, ranges = 0;
  } counter;
  RangeAllowance allowance(opened.sections);
  Scopes scopes;
  CHECK(FunctionWalk().run(opened.unit(), allowance, scopes, counter));
  CHECK(counter.calls == 4000);
  CHECK(counter.ranges >= 4000);
  CHECK(counter.ranges <= 8 * opened.sections.rnglists.size());
  CHECK(allowance.bytes == 0);
}

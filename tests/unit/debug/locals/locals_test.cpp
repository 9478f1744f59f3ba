// What debug information put together in a test says of a function's variables: scopes, places, types, calls.
#include "debug/locals/locals.h"

#include <doctest/doctest.h>
#include <functional>
#include <memory>

#include "files/dwarf/operations.h"
#include "support/fake_image.h"

using namespace symkit;
using namespace symkit::test;
using namespace symkit::dwarf;
using enum symkit::dwarf::Operation;
using variables::Location;

namespace {

using Attributes = std::vector<SynthAttribute>;

Attributes code(const char* name, std::uint64_t begin, std::uint64_t size) {
  return {{DW_AT_name, DW_FORM_string, name},
          {DW_AT_external, DW_FORM_flag, 1},
          {DW_AT_low_pc, DW_FORM_addr, begin},
          {DW_AT_high_pc, DW_FORM_data8, size},
          {DW_AT_frame_base, DW_FORM_exprloc, Buffer{DW_OP_call_frame_cfa}}};
}
SynthAttribute at(Buffer expression) { return {DW_AT_location, DW_FORM_exprloc, std::move(expression)}; }
SynthAttribute named(const char* name) { return {DW_AT_name, DW_FORM_string, name}; }

// A unit, and what is read of it.
class Program {
 public:
  explicit Program(const std::function<void(SynthDwarf&)>& fill, std::uint16_t language = DW_LANG_C11)
      : dwarf_({.version = 5}) {
    dwarf_.begin_unit();
    dwarf_.open(DW_TAG_compile_unit, {{DW_AT_language, DW_FORM_data2, language},
                                      {DW_AT_low_pc, DW_FORM_addr, 0x1000},
                                      {DW_AT_high_pc, DW_FORM_data8, 0x1000}});
    fill(dwarf_);
    dwarf_.close().end_unit();
  }

  locals::Locals& read() {
    image.add_code(0x1000, 0x1000);
    image.add_debug(dwarf_);
    finished_lists_ = lists.finish();
    image.add_debug(".debug_loclists", finished_lists_);
    return *(locals_ = std::make_unique<locals::Locals>(image, nullptr));
  }

  FakeImage image;
  Assembler lists{Endian::Little, 8};

 private:
  SynthDwarf dwarf_;
  Buffer finished_lists_;
  std::unique_ptr<locals::Locals> locals_;
};

std::string names_of(const variables::Scope& scope) {
  std::string names;
  for (const variables::Variable& one : scope.variables)
    names += (names.empty() ? "" : " ") + std::string(one.name);
  return names;
}

// A call that returns to an address, or ends its function.
void call(SynthDwarf& dwarf, std::uint64_t returns_to, EntryLabel callee, bool is_tail,
          const Attributes& passed = {}) {
  dwarf.open(DW_TAG_call_site, {{DW_AT_call_return_pc, DW_FORM_addr, returns_to},
                                {DW_AT_call_tail_call, DW_FORM_flag, is_tail ? 1 : 0},
                                {DW_AT_call_origin, DW_FORM_ref4, callee}});
  if (!passed.empty()) dwarf.entry(DW_TAG_call_site_parameter, passed);
  dwarf.close();
}

}  // namespace

TEST_CASE("variables of the innermost block come first, those of other blocks do not") {
  Program program([](SynthDwarf& dwarf) {
    dwarf.open(DW_TAG_subprogram, code("load", 0x1000, 0x100));
    dwarf.entry(DW_TAG_formal_parameter, {named("ship"), at({DW_OP_reg0 + 5})});
    dwarf.entry(DW_TAG_variable, {named("outside"), {DW_AT_const_value, DW_FORM_sdata, -2}});
    for (const std::uint64_t begin : {0x1020U, 0x1040U}) {
      dwarf.open(DW_TAG_lexical_block,
                 {{DW_AT_low_pc, DW_FORM_addr, begin}, {DW_AT_high_pc, DW_FORM_data8, 0x10}});
      dwarf.entry(DW_TAG_variable, {named(begin == 0x1020 ? "first" : "second"), at({DW_OP_fbreg, 0x70})});
      dwarf.close();
    }
    dwarf.entry(DW_TAG_variable, {named("elsewhere"), {DW_AT_declaration, DW_FORM_flag, 1}});
    dwarf.close();
  });
  locals::Locals& locals = program.read();
  const auto* const function = locals.function_at(0x1024);
  REQUIRE(function != nullptr);
  REQUIRE(function->scopes.size() == 1);
  CHECK(names_of(function->scopes.front()) == "first ship outside");
  CHECK(names_of(locals.function_at(0x1044)->scopes.front()) == "second ship outside");
  CHECK(names_of(locals.function_at(0x1000)->scopes.front()) == "ship outside");
  CHECK(locals.function_at(0x1100) == nullptr);
  CHECK(function->entry == 0x1000);
  CHECK(function->symbol == "load");
  CHECK(function->frame_base.kind == Location::Kind::Expression);
  const auto& all = function->scopes.front().variables;
  CHECK(!all[0].is_argument);
  CHECK(all[1].is_argument);
  CHECK(all[2].location.kind == Location::Kind::Constant);
  CHECK(all[2].location.bytes.front() == 0xfe);
}

TEST_CASE("inlined calls are scopes of their own, and repeat what their function declares") {
  Program program([](SynthDwarf& dwarf) {
    const auto inlined = dwarf.label(), weight = dwarf.label();
    dwarf.at(inlined).open(DW_TAG_subprogram, {named("add")});
    dwarf.at(weight).entry(DW_TAG_formal_parameter, {named("weight")});
    dwarf.entry(DW_TAG_variable, {named("lost")});
    dwarf.close();
    dwarf.open(DW_TAG_subprogram, code("load", 0x1000, 0x100));
    dwarf.entry(DW_TAG_variable, {named("own"), at({DW_OP_lit0, DW_OP_stack_value})});
    dwarf.open(DW_TAG_inlined_subroutine, {{DW_AT_abstract_origin, DW_FORM_ref4, inlined},
                                           {DW_AT_low_pc, DW_FORM_addr, 0x1010},
                                           {DW_AT_high_pc, DW_FORM_data8, 0x10}});
    dwarf.entry(DW_TAG_formal_parameter, {{DW_AT_abstract_origin, DW_FORM_ref4, weight}, at({DW_OP_reg0})});
    dwarf.close();
    dwarf.close();
  });
  const auto* const function = program.read().function_at(0x1014);
  REQUIRE(function != nullptr);
  REQUIRE(function->scopes.size() == 2);
  CHECK(names_of(function->scopes[0]) == "weight lost");
  CHECK(names_of(function->scopes[1]) == "own");
  CHECK(function->scopes[0].variables[0].location.kind == Location::Kind::Expression);
  CHECK(function->scopes[0].variables[1].location.kind == Location::Kind::Nowhere);
}

TEST_CASE("lists say where a variable is while some code is executed") {
  Program program([](SynthDwarf& dwarf) {
    dwarf.open(DW_TAG_subprogram, code("load", 0x1000, 0x100));
    dwarf.entry(DW_TAG_variable, {named("count"), {DW_AT_location, DW_FORM_sec_offset, 0}});
    dwarf.close();
  });
  const auto entry = [&](std::uint64_t begin, std::uint64_t end, const Buffer& expression) {
    program.lists.u8(DW_LLE_offset_pair).uleb(begin - 0x1000).uleb(end - 0x1000);
    program.lists.uleb(expression.size()).bytes(expression);
  };
  entry(0x1000, 0x1000, {DW_OP_reg0 + 1});  // for no code at all
  entry(0x1000, 0x1010, {DW_OP_reg0 + 2});
  entry(0x1010, 0x1020, {});
  program.lists.u8(DW_LLE_end_of_list);
  locals::Locals& locals = program.read();
  const auto location = [&](std::uint64_t address) {
    return locals.function_at(address)->scopes.front().variables.front().location;
  };
  REQUIRE(location(0x1000).kind == Location::Kind::Expression);
  CHECK(location(0x1000).bytes.front() == DW_OP_reg0 + 2);
  CHECK(location(0x1010).kind == Location::Kind::Nowhere);
  CHECK(location(0x1020).kind == Location::Kind::Nowhere);
}

TEST_CASE("calls are found by where they return to, and whom they call by symbols, too") {
  Program program([](SynthDwarf& dwarf) {
    const auto other = dwarf.label(), end = dwarf.label();
    dwarf.at(other).entry(
        DW_TAG_subprogram,
        {named("other"), {DW_AT_external, DW_FORM_flag, 1}, {DW_AT_declaration, DW_FORM_flag, 1}});
    dwarf.open(DW_TAG_subprogram, code("load", 0x1000, 0x100));
    call(dwarf, 0x1010, other, false,
         {at({DW_OP_reg0 + 5}), {DW_AT_call_value, DW_FORM_exprloc, Buffer{DW_OP_lit0 + 9}}});
    call(dwarf, 0x1020, end, true);
    dwarf.close();
    dwarf.at(end).open(DW_TAG_subprogram, code("end", 0x1100, 0x10)).close();
  });
  program.image.add_symbol("other", 0x1800);
  locals::Locals& locals = program.read();
  const variables::CallSite* const found = locals.call_before(0x1010);
  REQUIRE(found != nullptr);
  CHECK(found->callee == 0x1800);
  REQUIRE(found->passed.size() == 1);
  CHECK(found->passed.front().value.front() == DW_OP_lit0 + 9);
  CHECK(locals.call_before(0x1011) == nullptr);
  CHECK(locals.call_before(0x1020) == nullptr);
  const auto* const tails = locals.tail_calls(0x1000);
  REQUIRE(tails != nullptr);
  REQUIRE(tails->size() == 1);
  CHECK(tails->front().callee == 0x1100);
  CHECK(locals.tail_calls(0x1004) == nullptr);
  CHECK(!locals.function_at(0x1000)->may_have_begun_anew);
}

TEST_CASE("a function that may call itself last has perhaps begun anew") {
  for (const bool is_circle : {false, true}) {
    Program program([&](SynthDwarf& dwarf) {
      const auto first = dwarf.label(), second = dwarf.label(), third = dwarf.label();
      dwarf.at(first).open(DW_TAG_subprogram, code("first", 0x1000, 0x10));
      call(dwarf, 0x1008, second, true);
      dwarf.close().at(second).open(DW_TAG_subprogram, code("second", 0x1010, 0x10));
      call(dwarf, 0x1018, is_circle ? first : third, true);
      dwarf.close().at(third).open(DW_TAG_subprogram, code("third", 0x1020, 0x10)).close();
    });
    locals::Locals& locals = program.read();
    CHECK(locals.function_at(0x1000)->may_have_begun_anew == is_circle);
    CHECK(locals.function_at(0x1010)->may_have_begun_anew == is_circle);
    CHECK(!locals.function_at(0x1020)->may_have_begun_anew);
  }
}

TEST_CASE("types have their members, bases, bits and bounds") {
  Program program(
      [](SynthDwarf& dwarf) {
        const auto number = dwarf.label(), ship = dwarf.label(), row = dwarf.label();
        dwarf.at(number).entry(
            DW_TAG_base_type,
            {named("int"), {DW_AT_byte_size, DW_FORM_data1, 4}, {DW_AT_encoding, DW_FORM_data1, 5}});
        dwarf.open(DW_TAG_namespace, {named("port")});
        dwarf.at(ship).open(DW_TAG_class_type, {named("Ship"), {DW_AT_byte_size, DW_FORM_data1, 24}});
        // dup, deref, lit24, minus, deref, plus
        dwarf.entry(DW_TAG_inheritance, {{DW_AT_type, DW_FORM_ref4, number},
                                         {DW_AT_virtuality, DW_FORM_data1, 1},
                                         {DW_AT_data_member_location, DW_FORM_exprloc,
                                          Buffer{0x12, 0x06, 0x48, 0x1c, 0x06, 0x22}}});
        dwarf.entry(DW_TAG_member, {named("low"),
                                    {DW_AT_type, DW_FORM_ref4, number},
                                    {DW_AT_bit_size, DW_FORM_data1, 3},
                                    {DW_AT_data_bit_offset, DW_FORM_data1, 69}});
        dwarf.entry(DW_TAG_subprogram,
                    {named("load"),
                     {DW_AT_linkage_name, DW_FORM_string, "_ZN4port4Ship4loadEi"},
                     {DW_AT_vtable_elem_location, DW_FORM_exprloc, Buffer{DW_OP_constu, 2}}});
        dwarf.close().close();
        dwarf.at(row).open(DW_TAG_array_type, {{DW_AT_type, DW_FORM_ref4, number}});
        dwarf.entry(DW_TAG_subrange_type, {{DW_AT_upper_bound, DW_FORM_exprloc, Buffer{DW_OP_lit0 + 3}}});
        dwarf.entry(DW_TAG_subrange_type, {{DW_AT_count, DW_FORM_data1, 3}});
        dwarf.close();
        dwarf.open(DW_TAG_subprogram, code("load", 0x1000, 0x100));
        dwarf.entry(DW_TAG_variable, {named("ship"), {DW_AT_type, DW_FORM_ref4, ship}});
        dwarf.entry(DW_TAG_variable, {named("row"), {DW_AT_type, DW_FORM_ref4, row}});
        dwarf.close();
      },
      DW_LANG_C_plus_plus_14);
  locals::Locals& locals = program.read();
  const auto& all = locals.function_at(0x1000)->scopes.front().variables;
  REQUIRE(all.size() == 2);
  const variables::Type& ship = locals.type(all[0].type);
  CHECK(ship.name == "port::Ship");
  CHECK(ship.is_class);
  REQUIRE(ship.members.size() == 2);
  CHECK(ship.members[0].is_virtual);
  CHECK(ship.members[0].offset_in_table == -24);
  CHECK(ship.members[1].bit_offset == 69);
  REQUIRE(ship.methods.size() == 1);
  CHECK(ship.methods[0].name == "port::Ship::load(int)");
  CHECK(ship.methods[0].slot == 2);
  const variables::Type& row = locals.type(all[1].type);
  REQUIRE(row.dimensions.size() == 2);
  CHECK(row.dimensions[0].is_to_last);
  CHECK(row.dimensions[1].count == 3);
  const Location bound = locals.variable(row.dimensions[0].counted_by, 0x1000).location;
  REQUIRE(bound.kind == Location::Kind::Expression);
  CHECK(bound.bytes.back() == DW_OP_stack_value);
}

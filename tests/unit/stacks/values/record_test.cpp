// Structs, classes, pointers and references. What is expected is what gdb 13's `bt full` printed for such
// variables in programs of GCC 12.
#include <cstdint>
#include <string>

#include "doctest/doctest.h"

#include "stacks/values/type_name.h"
#include "types_of.h"

using namespace symkit::values;

TEST_CASE("members, and those of records without a name") {
  Program program;
  const TypeId number = program.types.integer();
  const TypeId inner =
      program.types.record("inner", 8, {member("a", number, 0), member("b", program.types.character(), 4)});
  const TypeId unnamed = program.types.record("", 4, {member("x", number, 0)});
  const TypeId type = program.types.record(
      "big", 16, {member("id", number, 0), member("in", inner, 4), member("", unnamed, 12)});
  CHECK(program.shown(PlacesOf::raw(std::uint64_t{0x200000001}) + PlacesOf::raw(std::uint64_t{0x300000062}),
                      type) == "{id = 1, in = {a = 2, b = 98 'b'}, {x = 3}}");
  CHECK(program.shown("x", program.types.record("empty", 1, {})) == "{<No data fields>}");
  Type opaque{.kind = Kind::Record, .is_declared_only = true};
  CHECK(program.shown("x", program.types.add(opaque)) == "<incomplete type>");
}

TEST_CASE("bases") {
  Program program;
  const TypeId number = program.types.integer();
  const TypeId empty = program.types.record("port::Empty", 1, {});
  const TypeId ship = program.types.record("port::Ship", 4, {member("id", number, 0)});
  const TypeId ferry = program.types.record(
      "Ferry", 8, {base_class(ship, 0), base_class(empty, 0), member("cars", number, 4)});
  CHECK(program.shown_of(std::uint64_t{0x300000001}, ferry) ==
        "{<port::Ship> = {id = 1}, <port::Empty> = {<No data fields>}, cars = 3}");
  const TypeId derived = program.types.record("Derived", 1, {base_class(empty, 0)});
  CHECK(program.shown("x", derived) == "{<port::Empty> = {<No data fields>}, <No data fields>}");
  const TypeId holder =
      program.types.record("Holder", 1, {base_class(program.types.record("Box<long int>", 1, {}), 0)});
  CHECK(program.shown("x", holder) == "{<Box<long>> = {<No data fields>}, <No data fields>}");
}

TEST_CASE("a virtual base is where the table says, and printed once") {
  Program program;
  const TypeId number = program.types.integer();
  const TypeId shared = program.types.record("V", 4, {member("v", number, 0)});
  Member base = base_class(shared, 0);
  base.is_virtual = true;
  base.offset_in_table = -24;
  const TypeId left = program.types.record("L", 16, {base, member("l", number, 8)});
  const TypeId right = program.types.record("R", 16, {base, member("r", number, 8)});
  const TypeId both =
      program.types.record("D", 40, {base_class(left, 0), base_class(right, 16), member("d", number, 28)});
  program.memory.put_words(0x2000, {32});  // of L in D, 24 in front of 0x2018
  program.memory.put_words(0x1000, {0x2018, 2, 0x2018, 0x400000003, 1});
  CHECK(program.shown_at(0x1000, both).text == "{<L> = {<V> = {v = 1}, l = 2}, <R> = {r = 3}, d = 4}");
}

TEST_CASE("sixteen levels of a local are shown") {
  Program program;
  TypeId type = program.types.integer();
  for (int i = 0; i < 20; ++i) type = program.types.record("W", 4, {member("t", type, 0)});
  std::string expected = "{...}";
  for (int i = 0; i < 16; ++i) expected = "{t = " + expected + "}";
  CHECK(program.shown_of(7, type) == expected);
}

TEST_CASE("pointers have symbols, and texts") {
  Program program;
  program.where.symbol_at = [](std::uint64_t address) {
    return address == 0x2004 ? std::string("table+4") : "";
  };
  program.memory.put(0x2004, std::string("hey\0", 4));
  const TypeId number = program.types.to(program.types.integer());
  const TypeId text = program.types.to(program.types.to(program.types.character(), Kind::Const));
  CHECK(program.shown_of(std::uint64_t{0x2004}, number) == "0x2004 <table+4>");
  CHECK(program.shown_of(std::uint64_t{0}, number) == "0x0");
  CHECK(program.shown_of(std::uint64_t{0x2004}, text) == "0x2004 <table+4> \"hey\"");
  CHECK(program.shown_of(std::uint64_t{0}, text) == "0x0");
  CHECK(program.shown_of(std::uint64_t{0x10}, text) == "0x10 <error: Cannot access memory at address 0x10>");
}

TEST_CASE("references show what they refer to, but not within a record") {
  Program program;
  program.memory.put(0x2000, PlacesOf::raw(5));
  const TypeId reference = program.types.to(program.types.integer(), Kind::Reference);
  CHECK(program.shown_of(std::uint64_t{0x2000}, reference) == "@0x2000: 5");
  const TypeId holder = program.types.record("H", 8, {member("r", reference, 0)});
  CHECK(program.shown_of(std::uint64_t{0x2000}, holder) == "{r = @0x2000}");
}

TEST_CASE("references that are nowhere show what they would refer to") {
  Program program;
  const TypeId reference = program.types.to(program.types.integer(), Kind::Reference);
  const Object nowhere(program.memory, {Piece{.size = 64, .pointee = Pointee{3, 0}}});
  CHECK(text_of(nowhere, reference, program.where).text == "<synthetic pointer>");
  program.memory.put(0x2000, PlacesOf::raw(5));
  program.where.target_of = [&](const Pointee& pointee) {
    return std::optional(Object(program.memory, 0x1ffd + pointee.variable));
  };
  CHECK(text_of(nowhere, reference, program.where).text == "<synthetic pointer>: 5");
}

TEST_CASE("pointers to members") {
  Program program;
  const TypeId number = program.types.integer();
  const TypeId ship = program.types.record("port::Ship", 16, {member("id", number, 8)});
  const TypeId ferry =
      program.types.record("port::Ferry", 24, {base_class(ship, 0), member("cars", number, 16)});
  const TypeId data = program.types.add({.kind = Kind::MemberPointer, .of = number, .container = ferry});
  CHECK(program.shown_of(std::uint64_t{16}, data) == "&port::Ferry::cars");
  CHECK(program.shown_of(std::uint64_t{8}, data) == "&port::Ship::id");
  CHECK(program.shown_of(~std::uint64_t{0}, data) == "NULL");
  Type function{.kind = Kind::Function, .of = number};
  function.parameters = {program.types.to(ship), number};
  program.types.at(ship).methods.push_back({"port::Ship::load(int)", 1});
  const TypeId method =
      program.types.add({.kind = Kind::MemberPointer, .of = program.types.add(function), .container = ship});
  const auto of = [&](std::uint64_t pointer) {
    program.memory.put_words(0x1000, {pointer, 0});
    return program.shown_at(0x1000, method).text;
  };
  CHECK(of(0x4010) == "(int (port::Ship::*)(port::Ship * const, int)) 0x4010");
  CHECK(of(9) == "&virtual port::Ship::load(int)");
  CHECK(of(17) == "&virtual table offset 16");
  CHECK(of(0) == "NULL");
}

TEST_CASE("what is not known of a part") {
  Program program;
  const TypeId number = program.types.integer();
  const TypeId type = program.types.record("label", 8, {member("x", number, 0), member("y", number, 4)});
  Piece known{.size = 32, .bytes = {1, 0, 0, 0}};
  const Piece lost{.size = 32, .lack = Lack::OptimizedOut};
  CHECK(text_of(Object(program.memory, {known, lost}), type, program.where).text ==
        "{x = 1, y = <optimized out>}");
  const Text nothing = text_of(Object(program.memory, {lost, lost}), type, program.where);
  CHECK(nothing.state == State::OptimizedOut);
  const TypeId numbers = program.types.array(number, {12});
  std::vector<Piece> pieces(12, lost);
  pieces.back() = known;
  CHECK(text_of(Object(program.memory, pieces), numbers, program.where).text ==
        "{<optimized out> <repeats 11 times>, 1}");
  CHECK(program.shown_at(0x7000, type).state == State::Unavailable);
}

TEST_CASE("names of types") {
  Program program;
  TypesOf& types = program.types;
  const TypeId number = types.integer(), letter = types.character();
  const auto name = [&](TypeId type) { return name_of(type, types); };
  CHECK(name(types.to(types.to(letter, Kind::Const))) == "const char *");
  CHECK(name(types.to(types.to(types.to(letter, Kind::Const)), Kind::Const)) == "const char * const");
  CHECK(name(types.to(0)) == "void *");
  CHECK(name(types.array(types.to(letter), {3})) == "char *[3]");
  CHECK(name(types.to(types.array(number, {4}))) == "int (*)[4]");
  CHECK(name(types.to(types.to(types.record("port::Ship", 8, {}), Kind::Const), Kind::Reference)) ==
        "const port::Ship &");
  Type function{.kind = Kind::Function, .of = number};
  function.parameters = {number};
  const TypeId pointer = types.to(types.add(function));
  CHECK(name(pointer) == "int (*)(int)");
  CHECK(name(types.array(pointer, {3})) == "int (*[3])(int)");
  CHECK(name(types.word()) == "unsigned long");
  CHECK(name_of(types.record("node", 8, {}), types, Language::C) == "struct node");
}

TEST_CASE("types that contain themselves, and many members, end") {
  Program program;
  program.memory.put(0x1000, std::string(4096, '\1'));
  const TypeId type = program.types.record("Loop", 8, {});
  program.types.at(type).members = {member("a", type, 0), member("b", type, 0), member("c", type, 0)};
  CHECK(program.shown_at(0x1000, type).text.size() < 70'000);
  const TypeId based = program.types.record("Based", 8, {});
  program.types.at(based).members = {base_class(based, 0), base_class(based, 0)};
  CHECK(program.shown_at(0x1000, based).text.size() < 70'000);
  const TypeId many = program.types.record(
      "Many", 8, std::vector<Member>(1'000'000, member("m", program.types.integer(), 0)));
  CHECK(program.shown_at(0x1000, many).text.size() < 70'000);
  const TypeId pointer = program.types.to(0);
  program.types.at(pointer).of = pointer;
  CHECK(name_of(pointer, program.types).size() < 100);
  const TypeId alias = program.types.alias("self", 0);
  program.types.at(alias).of = alias;
  CHECK(program.shown_at(0x1000, alias).state == State::Unavailable);
}

TEST_CASE("integers and qualifiers in names are spelled as gdb does") {
  CHECK(spelled("std::map<long int, char const*>") == "std::map<long, char const*>");
  CHECK(spelled("a<long unsigned int, short unsigned int>") == "a<unsigned long, unsigned short>");
  CHECK(spelled("std::pair<const int, char *>") == "std::pair<int const, char*>");
  CHECK(spelled("a<const b<int, c>, d &>") == "a<b<int, c> const, d&>");
  CHECK(spelled("belong internal") == "belong internal");
}

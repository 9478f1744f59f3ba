// Numbers, characters and enumerators. What is expected is what gdb 13's `bt full` printed for variables of
// these types and values in programs of GCC 12.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "doctest/doctest.h"

#include "types_of.h"

using namespace symkit::values;

TEST_CASE("integers") {
  Program program;
  CHECK(program.shown_of(-5, program.types.integer()) == "-5");
  CHECK(program.shown_of(~std::uint64_t{0}, program.types.word()) == "18446744073709551615");
  const TypeId large = program.types.base("__int128", Encoding::Signed, 16);
  CHECK(program.shown_of(__int128{1} << 100, large) == "1267650600228229401496703205376");
  CHECK(program.shown_of(__int128{-5}, large) == "-5");
  const TypeId largest = program.types.base("__int128 unsigned", Encoding::Unsigned, 16);
  CHECK(program.shown_of(~static_cast<unsigned __int128>(0), largest) ==
        "340282366920938463463374607431768211455");
}

TEST_CASE("truths are numbers where they are neither") {
  Program program;
  const TypeId type = program.types.base("bool", Encoding::Boolean, 1);
  CHECK(program.shown_of(true, type) == "true");
  CHECK(program.shown_of(false, type) == "false");
  CHECK(program.shown("\x03", type) == "3");
}

TEST_CASE("characters") {
  Program program;
  const TypeId type = program.types.character();
  CHECK(program.shown("x", type) == "120 'x'");
  CHECK(program.shown("\xc8", type) == "-56 '\\310'");
  CHECK(program.shown(std::string(1, '\0'), type) == "0 '\\000'");
  CHECK(program.shown("'", type) == "39 '\\''");
  CHECK(program.shown("\"", type) == "34 '\"'");
  CHECK(program.shown("\x1b", type) == "27 '\\033'");
  const TypeId byte = program.types.base("unsigned char", Encoding::UnsignedCharacter, 1);
  CHECK(program.shown("\xff", program.types.alias("uint8_t", byte)) == "255 '\\377'");
  CHECK(program.shown_of(0x4e2d, program.types.base("wchar_t", Encoding::Signed, 4)) == "20013 L'中'");
  CHECK(program.shown_of(u'x', program.types.base("char16_t", Encoding::Utf, 2)) == "120 u'x'");
  CHECK(program.shown_of(char16_t{0xd800}, program.types.base("char16_t", Encoding::Utf, 2)) ==
        "55296 u'\\xd800'");
}

TEST_CASE("floating-point numbers") {
  Program program;
  const TypeId single = program.types.base("float", Encoding::Float, 4);
  const TypeId type = program.types.base("double", Encoding::Float, 8);
  CHECK(program.shown_of(1.0F / 3, single) == "0.333333343");
  CHECK(program.shown_of(1e20F, single) == "1.00000002e+20");
  CHECK(program.shown_of(1.0 / 3, type) == "0.33333333333333331");
  CHECK(program.shown_of(3.0, type) == "3");
  CHECK(program.shown_of(-0.0, type) == "-0");
  CHECK(program.shown_of(1e16, type) == "10000000000000000");
  CHECK(program.shown_of(1e17, type) == "1e+17");
  CHECK(program.shown_of(5e-324, type) == "4.9406564584124654e-324");
  CHECK(program.shown_of(-std::numeric_limits<double>::infinity(), type) == "-inf");
  CHECK(program.shown_of(std::uint64_t{0x7ff8000000000000}, type) == "nan(0x8000000000000)");
  CHECK(program.shown_of(std::uint64_t{0xfff8000000000123}, type) == "-nan(0x8000000000123)");
  CHECK(program.shown_of(std::uint32_t{0x7fc00000}, single) == "nan(0x400000)");
  CHECK(program.shown_of(std::uint16_t{0x3e00}, program.types.base("_Float16", Encoding::Float, 2)) == "1.5");
}

TEST_CASE("floating-point numbers of the processor's and of sixteen bytes") {
  Program program;
  const TypeId type = program.types.base("long double", Encoding::Float, 16);
  const auto of = [&](std::uint64_t mantissa, std::uint64_t exponent) {
    return program.shown(PlacesOf::raw(mantissa) + PlacesOf::raw(exponent), type);
  };
  CHECK(of(0xaaaaaaaaaaaaaaab, 0x3ffd) == "0.333333333333333333342");
  CHECK(of(0xa000000000000000, 0x4000) == "2.5");
  CHECK(of(0x8000000000000000, 0x7fff) == "inf");
  CHECK(of(0xc000000000000055, 0x7fff) == "nan(0xc000000000000055)");
  CHECK(of(0, 0) == "0");
  CHECK(of(1, 0x3ffd) == "<invalid float value>");
  const TypeId quad = program.types.base("_Float128", Encoding::Float, 16);
  CHECK(program.shown(PlacesOf::raw(std::uint64_t{0x5555555555555555}) +
                          PlacesOf::raw(std::uint64_t{0x3ffd555555555555}),
                      quad) == "0.333333333333333333333333333333333317");
}

TEST_CASE("complex numbers") {
  Program program;
  const TypeId type = program.types.base("complex double", Encoding::ComplexFloat, 16);
  CHECK(program.shown(PlacesOf::raw(-1.5) + PlacesOf::raw(-0.1), type) == "-1.5 + -0.10000000000000001i");
}

TEST_CASE("enumerators, flags, and numbers that are neither") {
  Program program;
  const TypeId colour = program.types.enumeration("colour", {{"red", 0}, {"green", 1}, {"blue", 2}});
  CHECK(program.shown_of(1, colour) == "green");
  CHECK(program.shown_of(3, colour) == "(green | blue)");
  CHECK(program.shown_of(77, colour) == "(green | unknown: 0x4c)");
  const TypeId flags = program.types.enumeration("flags", {{"a", 1}, {"b", 2}, {"c", 4}});
  CHECK(program.shown_of(0, flags) == "0");
  CHECK(program.shown_of(8, flags) == "(unknown: 0x8)");
  const TypeId groups = program.types.enumeration("groups", {{"a", 1}, {"b", 6}, {"c", 8}});
  CHECK(program.shown_of(6, groups) == "b");
  CHECK(program.shown_of(7, groups) == "7");
  const TypeId negative = program.types.enumeration("n", {{"na", ~std::uint64_t{0}}, {"nb", 5}});
  CHECK(program.shown_of(-1, negative) == "na");
  CHECK(program.shown_of(-2, negative) == "-2");
}

TEST_CASE("enumerators have the scope of their type, or that of a scoped one itself") {
  Program program;
  const TypeId size = program.types.enumeration("port::Size", {{"small", 0}, {"large", 1}});
  CHECK(program.shown_of(1, size) == "port::large");
  const TypeId berth = program.types.enumeration("port::Berth", {{"north", 0}, {"south", 1}});
  program.types.at(berth).is_scoped = true;
  CHECK(program.shown_of(1, berth) == "port::Berth::south");
  CHECK(program.shown_of(5, berth) == "(port::Berth::south | unknown: 0x4)");
}

TEST_CASE("bit fields") {
  Program program;
  const TypeId number = program.types.integer();
  const TypeId letter = program.types.character();
  const auto field = [](std::string_view name, TypeId type, std::uint64_t at, std::uint32_t size) {
    return Member{.name = name, .type = type, .bit_offset = at, .bit_size = size};
  };
  const TypeId type = program.types.record(
      "bits", 4, {field("a", number, 0, 3), field("b", number, 3, 5), field("f", letter, 8, 4)});
  CHECK(program.shown_of(std::uint32_t{0xee9}, type) == "{a = 1, b = -3, f = -2 '\\376'}");
}

// Arrays and texts. What is expected is what gdb 13's `bt full` printed for such variables in a program of
// GCC 12, in the locale C.UTF-8.
#include <cstdint>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "types_of.h"

using namespace symkit::values;

namespace {

std::string of_integers(const std::vector<std::int32_t>& numbers, const std::vector<std::uint64_t>& counts) {
  Program program;
  std::string bytes;
  for (const std::int32_t number : numbers) bytes += PlacesOf::raw(number);
  return program.shown(bytes, program.types.array(program.types.integer(), counts));
}

std::string of_characters(const std::string& bytes) {
  Program program;
  return program.shown(bytes, program.types.array(program.types.character(), {bytes.size()}));
}

std::string with_nul(std::string_view text, std::size_t nuls = 1) {
  return std::string(text) + std::string(nuls, '\0');
}

std::string alphabet(std::size_t size) {
  std::string out;
  for (std::size_t i = 0; i < size; ++i) out += static_cast<char>('a' + i % 26);
  return out;
}

}  // namespace

TEST_CASE("more than ten of the same are one with a count") {
  CHECK(of_integers(std::vector<std::int32_t>(10), {10}) == "{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}");
  CHECK(of_integers(std::vector<std::int32_t>(11), {11}) == "{0 <repeats 11 times>}");
  std::vector<std::int32_t> numbers(20);
  numbers[19] = 7;
  CHECK(of_integers(numbers, {20}) == "{0 <repeats 19 times>, 7}");
}

TEST_CASE("arrays of arrays") {
  CHECK(of_integers({1, 2, 3, 4}, {2, 2}) == "{{1, 2}, {3, 4}}");
  CHECK(of_integers(std::vector<std::int32_t>(400), {20, 20}) ==
        "{{0 <repeats 20 times>} <repeats 20 times>}");
  CHECK(of_integers(std::vector<std::int32_t>(36), {12, 3}) == "{{0, 0, 0} <repeats 12 times>}");
}

TEST_CASE("two hundred elements, where a run with a count is ten") {
  std::vector<std::int32_t> numbers(300);
  for (std::int32_t i = 0; i < 300; ++i) numbers[static_cast<std::size_t>(i)] = i;
  CHECK(of_integers(numbers, {300}).ends_with("198, 199...}"));
  for (std::size_t i = 0; i < 100; ++i) numbers[i] = 0;
  const std::string text = of_integers(numbers, {300});
  CHECK(text.starts_with("{0 <repeats 100 times>, 100, 101"));
  CHECK(text.ends_with("288, 289...}"));
}

TEST_CASE("texts keep all NULs but the last") {
  CHECK(of_characters(with_nul("tag", 9)) == R"("tag\000\000\000\000\000\000\000\000")");
  CHECK(of_characters("abc") == R"("abc")");
  CHECK(of_characters(std::string(30, '\0')) == R"('\000' <repeats 29 times>)");
  CHECK(of_characters(std::string(1, '\0')) == R"("")");
  CHECK(of_characters(std::string(2, '\0')) == R"("\000")");
}

TEST_CASE("what repeats in a text is quoted by itself") {
  CHECK(of_characters(with_nul("ab" + std::string(16, 'a') + "b", 21)) ==
        R"("ab", 'a' <repeats 16 times>, "b", '\000' <repeats 20 times>)");
  CHECK(of_characters(with_nul("aaaaaaaaaa")) == R"("aaaaaaaaaa")");
  CHECK(of_characters(with_nul("aaaaaaaaaaa")) == R"('a' <repeats 11 times>)");
}

TEST_CASE("escapes") {
  CHECK(of_characters(with_nul("\a\b\f\n\r\t\v\x1b\\\"'")) == R"("\a\b\f\n\r\t\v\033\\\"'")");
  CHECK(of_characters(with_nul("\001\0012a\0019z\3773")) == R"("\001\0012a\0019z\3773")");
  CHECK(of_characters(with_nul("h\xc3\xa9llo\xff\xc3")) == R"("héllo\377", <incomplete sequence \303>)");
  // As gdb's converter loses what is in front of a character that breaks off.
  CHECK(of_characters("ab\xe2") == R"("a", <incomplete sequence \342>)");
}

TEST_CASE("long texts are cut") {
  CHECK(of_characters(alphabet(300)) == '"' + alphabet(200) + "\"...");
  CHECK(of_characters(with_nul(alphabet(200))) == '"' + alphabet(200) + '"');
  CHECK(of_characters(alphabet(195) + std::string(104, '!') + '\0') ==
        '"' + alphabet(195) + "\", '!' <repeats 104 times>");
}

TEST_CASE("wide texts") {
  Program program;
  const auto of = [&](const auto& text, const char* name, std::uint64_t size) {
    const TypeId type = program.types.base(name, Encoding::Utf, size);
    return program.shown({reinterpret_cast<const char*>(text), sizeof text},
                         program.types.array(type, {std::size(text)}));
  };
  CHECK(of(u"sixteen\u00e9", "char16_t", 2) == "u\"sixteené\"");
  CHECK(of(U"thirty\U0001F600", "char32_t", 4) == "U\"thirty😀\"");
  const char16_t broken[] = {0x41, 0xd800, 0x42, 0};
  // A digit behind a hexadecimal escape would look as a part of it.
  CHECK(of(broken, "char16_t", 2) == R"(u"A\xd800\102")");
}

TEST_CASE("arrays without a length are where they begin") {
  Program program;
  program.memory.put(0x1000, with_nul("\001"));
  const TypeId characters = program.types.array(program.types.character(), {0});
  CHECK(program.shown_at(0x1000, characters).text == R"(0x1000 "\001")");
  CHECK(program.shown_at(0x1000, program.types.array(program.types.integer(), {0})).text == "0x1000");
}

TEST_CASE("a length that only the frame knows") {
  Program program;
  Type array{.kind = Kind::Array, .of = program.types.integer()};
  array.dimensions.push_back({std::nullopt, 4});
  const TypeId type = program.types.add(array);
  program.where.count_of = [](std::uint32_t by) { return std::optional<std::uint64_t>(by - 2); };
  CHECK(program.shown(PlacesOf::raw(std::uint64_t{0x0000000200000001}), type) == "{1, 2}");
  program.where.count_of = [](std::uint32_t) { return std::optional<std::uint64_t>(); };
  CHECK(program.shown_at(0x1000, type).state == State::Unavailable);
}

TEST_CASE("arrays of any size end") {
  Program program;
  program.memory.put(0x1000, std::string(4096, '\0'));
  const TypeId type = program.types.array(program.types.integer(), {std::uint64_t{1} << 60});
  CHECK(program.shown_at(0x1000, type).text.size() < 10'000);
  const TypeId text = program.types.array(program.types.character(), {std::uint64_t{1} << 60});
  CHECK(program.shown_at(0x1000, text).text.size() < 10'000);
  const TypeId row = program.types.array(program.types.character(), {std::uint64_t{1} << 40});
  CHECK(program.shown_at(0x1000, program.types.array(row, {std::uint64_t{1} << 40})).state ==
        State::Unavailable);
}

// Values of Rust and Go. What is expected is what `rust-gdb` printed for rustc 1.95, and gdb for Go 1.26
// (slices: with the script of its runtime).
#include <cstdint>
#include <string>

#include "doctest/doctest.h"

#include "types_of.h"

using namespace symkit::values;

namespace {

struct RustProgram : Program {
  RustProgram() { where.language = Language::Rust; }
  TypeId number = types.base("i32", Encoding::Signed, 4);
  TypeId byte = types.base("u8", Encoding::Unsigned, 1);
  TypeId size = types.base("usize", Encoding::Unsigned, 8);
};

}  // namespace

TEST_CASE("Rust's characters and bytes") {
  RustProgram program;
  const TypeId type = program.types.base("char", Encoding::Utf, 4);
  CHECK(program.shown_of(U'x', type) == "120 'x'");
  CHECK(program.shown_of(U'é', type) == "233 '\\xe9'");
  CHECK(program.shown_of(U'😀', type) == "128512 '\\u{01f600}'");
  CHECK(program.shown_of(U'\n', type) == "10 '\\n'");
  CHECK(program.shown("A", program.byte) == "65");
  CHECK(program.shown("ab", program.types.array(program.byte, {2})) == "[97, 98]");
}

TEST_CASE("Rust's structs, tuples and arrays") {
  RustProgram program;
  TypesOf& types = program.types;
  CHECK(program.shown("", types.base("()", Encoding::Unsigned, 0)) == "()");
  CHECK(program.shown("", types.record("r::Unit", 0, {})) == "r::Unit");
  CHECK(program.shown_of(3, types.record("r::New", 4, {member("__0", program.number, 0)})) == "r::New (3)");
  CHECK(program.shown_of(4, types.record("(i32,)", 4, {member("__0", program.number, 0)})) == "(4)");
  CHECK(program.shown_of(
            std::uint64_t{0x200000001},
            types.record("r::Node", 8, {member("id", program.number, 0), member("n", program.number, 4)})) ==
        "r::Node {id: 1, n: 2}");
  CHECK(program.shown(std::string(80, '\0'), types.array(program.number, {20})) == "[0 <repeats 20 times>]");
}

TEST_CASE("Rust's enums") {
  RustProgram program;
  TypesOf& types = program.types;
  const TypeId none = types.record("core::option::Option<i32>::None", 8, {});
  const TypeId some = types.record("core::option::Option<i32>::Some", 8, {member("__0", program.number, 4)});
  const TypeId type = types.record("core::option::Option<i32>", 8, {});
  types.at(type).variants = symkit::variables::Variants{
      member("", program.number, 0), {{{0}, member("None", none, 0)}, {{1}, member("Some", some, 0)}}};
  CHECK(program.shown_of(std::uint64_t{0x500000001}, type) == "core::option::Option<i32>::Some(5)");
  CHECK(program.shown_of(std::uint64_t{0x500000000}, type) == "core::option::Option<i32>::None");
  CHECK(program.shown_at(0x9000, type).state == State::Unavailable);
  // All other numbers mean the one without its own: a pointer that is not null.
  types.at(type).variants->all[1].chosen_by.clear();
  CHECK(program.shown_of(std::uint64_t{0x700000009}, type) == "core::option::Option<i32>::Some(7)");
  const TypeId sides =
      types.record("r::Shape::Rect", 8, {member("w", program.number, 0), member("h", program.number, 4)});
  const TypeId shape = types.record("r::Shape", 8, {});
  types.at(shape).variants = symkit::variables::Variants{std::nullopt, {{{}, member("Rect", sides, 0)}}};
  CHECK(program.shown_of(std::uint64_t{0x200000001}, shape) == "r::Shape::Rect{w: 1, h: 2}");
}

TEST_CASE("Rust's texts, slices and Vec") {
  RustProgram program;
  TypesOf& types = program.types;
  const auto fat = [&](const std::string& name, TypeId of) {
    return types.record(name, 16, {member("data_ptr", types.to(of), 0), member("length", program.size, 8)});
  };
  program.memory.put(0x2000, std::string("n\xc3\xa9\0", 4));
  program.memory.put_words(0x1000, {0x2000, 4});
  CHECK(program.shown_at(0x1000, fat("&str", program.byte)).text == R"("né\000")");
  program.memory.put_words(0x1000, {0x2000, 2});
  CHECK(program.shown_at(0x1000, fat("&[u8]", program.byte)).text == "&[u8](size=2) = {110, 195}");
  CHECK(program.shown_at(0x1000, fat("alloc::boxed::Box<[u8]>", program.byte)).text ==
        "alloc::boxed::Box<[u8]> [110, 195]");
  const TypeId unique = types.record(
      "Unique", 8,
      {member("pointer", types.record("NonNull", 8, {member("pointer", types.to(program.byte), 0)}), 0)});
  const TypeId inner = types.record(
      "RawVecInner", 16,
      {member("ptr", unique, 0), member("cap", types.record("Cap", 8, {member("__0", program.size, 0)}), 8)});
  const TypeId buffer = types.record("RawVec", 16, {member("inner", inner, 0)});
  const TypeId vector = types.record("alloc::vec::Vec<u8, alloc::alloc::Global>", 24,
                                     {member("buf", buffer, 0), member("len", program.size, 16)});
  types.at(vector).arguments.emplace_back("T", program.byte);
  program.memory.put_words(0x1000, {0x2000, 8, 2});
  CHECK(program.shown_at(0x1000, vector).text == "Vec(size=2) = {110, 195}");
  program.memory.put_words(0x1000, {0x2000, 8, 3});
  CHECK(
      program.shown_at(0x1000, types.record("alloc::string::String", 24, {member("vec", vector, 0)})).text ==
      R"("né")");
}

TEST_CASE("Go's strings and slices") {
  Program program;
  program.where.language = Language::Go;
  TypesOf& types = program.types;
  const TypeId number = types.base("int", Encoding::Signed, 8);
  const TypeId text = types.record(
      "string", 16,
      {member("str", types.to(types.base("uint8", Encoding::Unsigned, 1)), 0), member("len", number, 8)});
  types.at(text).go_kind = 24;
  program.memory.put(0x2000, "hello");
  program.memory.put_words(0x1000, {0x2000, 5});
  CHECK(program.shown_at(0x1000, text).text == R"(0x2000 "hello")");
  program.memory.put_words(0x1000, {0, 0});
  CHECK(program.shown_at(0x1000, text).text == R"(0x0 "")");
  const TypeId slice = types.record(
      "[]int", 24,
      {member("array", types.to(number), 0), member("len", number, 8), member("cap", number, 16)});
  types.at(slice).go_kind = 23;
  program.memory.put_words(0x2000, {1, 2});
  program.memory.put_words(0x1000, {0x2000, 2, 4});
  CHECK(program.shown_at(0x1000, slice).text == "[]int = {1, 2}");
  program.memory.put_words(0x1000, {0, 0, 0});
  CHECK(program.shown_at(0x1000, slice).text == "[]int");
}

// Containers and strings of C++'s libraries. What is expected is what gdb 13 printed with the printers of GCC
// 12's library; LLVM's library 19 is to look alike. Members and sizes are as DWARF has them.
#include <cstdint>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "types_of.h"

using namespace symkit::values;

namespace {

// A program of GNU's library, with types as they are in it.
struct GnuProgram : Program {
  TypeId number = types.integer();
  TypeId word = types.word();
  TypeId letter = types.character();

  TypeId with_arguments(TypeId type, const std::vector<TypeId>& arguments) {
    for (const TypeId argument : arguments) types.at(type).arguments.emplace_back("", argument);
    return type;
  }
  TypeId string() {
    const TypeId hider = types.record("Alloc_hider", 8, {member("_M_p", types.to(letter), 0)});
    return with_arguments(
        types.record("std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >", 32,
                     {member("_M_dataplus", hider, 0), member("_M_string_length", word, 8)}),
        {letter});
  }
  TypeId vector(TypeId element) {
    const TypeId pointer = types.to(element);
    const TypeId impl = types.record("_Vector_impl", 24,
                                     {member("_M_start", pointer, 0), member("_M_finish", pointer, 8),
                                      member("_M_end_of_storage", pointer, 16)});
    const TypeId base = types.record("std::_Vector_base<>", 24, {member("_M_impl", impl, 0)});
    return with_arguments(types.record("std::vector<int, std::allocator<int> >", 24, {base_class(base, 0)}),
                          {element});
  }
  TypeId pair(TypeId first, TypeId second, std::uint64_t at) {
    return types.record("std::pair<>", 16, {member("first", first, 0), member("second", second, at)});
  }
  TypeId map(TypeId value) {
    const TypeId node = types.to(0);
    const TypeId header = types.record("std::_Rb_tree_node_base", 32,
                                       {member("_M_color", number, 0), member("_M_parent", node, 8),
                                        member("_M_left", node, 16), member("_M_right", node, 24)});
    const TypeId impl = types.record("_Rb_tree_impl", 40,
                                     {member("_M_header", header, 0), member("_M_node_count", word, 32)});
    const TypeId tree =
        with_arguments(types.record("std::_Rb_tree<>", 48, {member("_M_impl", impl, 8)}), {number, value});
    return types.record("std::map<int, int>", 48, {member("_M_t", tree, 0)});
  }
};

}  // namespace

TEST_CASE("strings") {
  GnuProgram program;
  const TypeId type = program.string();
  const auto of = [&](const std::string& text, std::uint64_t length) {
    program.memory.put(0x2000, text);
    program.memory.put_words(0x1000, {0x2000, length});
    return program.shown_at(0x1000, type).text;
  };
  CHECK(of("hello", 5) == R"("hello")");
  CHECK(of("", 0) == R"("")");
  CHECK(of(std::string("a\0b\0", 4), 4) == R"("a\000b")");
  CHECK(of(std::string(300, 'q'), 300) == "'q' <repeats 200 times>...");
}

TEST_CASE("a string whose length is no length") {
  GnuProgram program;
  const TypeId type = program.string();
  program.memory.put(0x2000, "abc");
  program.memory.put_words(0x1000, {0x2000, ~std::uint64_t{0}});
  CHECK(program.shown_at(0x1000, type).text == R"("abc"... <error: Cannot access memory at address 0x2003>)");
  program.memory.put_words(0x1000, {0x10, 5});
  CHECK(program.shown_at(0x1000, type).state == State::Unavailable);
}

TEST_CASE("references to what has a shape show no address") {
  GnuProgram program;
  const TypeId type = program.string();
  program.memory.put(0x3000, "text");
  program.memory.put_words(0x2000, {0x3000, 4});
  CHECK(program.shown_of(std::uint64_t{0x2000}, program.types.to(type, Kind::Reference)) == R"("text")");
}

TEST_CASE("vectors") {
  GnuProgram program;
  const TypeId type = program.vector(program.number);
  std::string bytes;
  for (int i = 0; i < 300; ++i) bytes += PlacesOf::raw(i);
  program.memory.put(0x2000, bytes);
  const auto of = [&](std::uint64_t count, std::uint64_t capacity) {
    program.memory.put_words(0x1000, {0x2000, 0x2000 + count * 4, 0x2000 + capacity * 4});
    return program.shown_at(0x1000, type).text;
  };
  CHECK(of(3, 10) == "std::vector of length 3, capacity 10 = {0, 1, 2}");
  CHECK(of(0, 0) == "std::vector of length 0, capacity 0");
  CHECK(of(199, 200).ends_with("197, 198}"));
  CHECK(of(200, 200).ends_with("198, 199...}"));
  CHECK(of(301, 301).ends_with("198, 199...}"));
  program.memory.put_words(0x1000, {0x10, 0x18, 0x18});
  CHECK(program.shown_at(0x1000, type).text ==
        "std::vector of length 2, capacity 2 = {<error: Cannot access memory at address 0x10>}");
  // Before it was made, it is no vector.
  program.memory.put_words(0x1000, {0x18, 0x10, 0x5});
  CHECK(program.shown_at(0x1000, type)
            .text.starts_with("{<std::_Vector_base<>> = {_M_impl = {_M_start = 0x18"));
}

TEST_CASE("what has a vector's name alone is printed as it is") {
  GnuProgram program;
  const TypeId type = program.with_arguments(
      program.types.record("std::vector<int>", 4, {member("mine", program.number, 0)}), {program.number});
  CHECK(program.shown_of(5, type) == "{mine = 5}");
}

TEST_CASE("maps are printed in order, and trees that lead in circles end") {
  GnuProgram program;
  const TypeId type = program.map(program.pair(program.number, program.number, 4));
  // The root at 0x2000 has the first and the last on its sides.
  program.memory.put_words(0x1000, {0, 0, 0x2000, 0x3000, 0x4000, 3});
  program.memory.put_words(0x2000, {1, 0x1008, 0x3000, 0x4000, 0x1400000002});
  program.memory.put_words(0x3000, {0, 0x2000, 0, 0, 0xa00000001});
  program.memory.put_words(0x4000, {0, 0x2000, 0, 0, 0x1e00000003});
  CHECK(program.shown_at(0x1000, type).text == "std::map with 3 elements = {[1] = 10, [2] = 20, [3] = 30}");
  program.memory.put_words(0x4000, {0, 0x2000, 0x4000, 0x4000, 0x1e00000003});
  CHECK(program.shown_at(0x1000, type).text.starts_with("std::map with 3 elements = {[1] = 10"));
  program.memory.put_words(0x1000, {0, 0, 0x2000, 0x3000, 0x4000, 0xffffffffff});
  program.memory.put_words(0x3000, {0, 0x3000, 0x3000, 0x3000, 0xa00000001});
  CHECK(program.shown_at(0x1000, type).text.size() < 10'000);
}

TEST_CASE("values of keys with secret names are hidden") {
  GnuProgram program;
  const TypeId type = program.map(program.types.record(
      "std::pair<>", 40, {member("first", program.string(), 0), member("second", program.number, 32)}));
  program.memory.put(0x3000, "password");
  program.memory.put_words(0x1000, {0, 0, 0x2000, 0x2000, 0x2000, 1});
  program.memory.put_words(0x2000, {1, 0x1008, 0, 0, 0x3000, 8, 0, 0, 7});
  CHECK(program.shown_at(0x1000, type).text == R"(std::map with 1 element = {["password"] = 7})");
  program.where.is_secret = [](std::string_view name) { return name == "password"; };
  CHECK(program.shown_at(0x1000, type).text == R"(std::map with 1 element = {["password"] = <redacted>})");
}

TEST_CASE("lists that lead in circles end") {
  GnuProgram program;
  const TypeId node =
      program.types.record("_List_node_base", 16, {member("_M_next", program.types.to(0), 0)});
  const TypeId impl = program.types.record("_List_impl", 24, {member("_M_node", node, 0)});
  const TypeId type = program.with_arguments(
      program.types.record("std::__cxx11::list<int, std::allocator<int> >", 24, {member("_M_impl", impl, 0)}),
      {program.number});
  program.memory.put_words(0x1000, {0x2000});
  program.memory.put_words(0x2000, {0x3000, 0x1000, 1});
  program.memory.put_words(0x3000, {0x1000, 0x2000, 2});
  CHECK(program.shown_at(0x1000, type).text == "std::__cxx11::list = {[0] = 1, [1] = 2}");
  program.memory.put_words(0x3000, {0x2000, 0x2000, 2});
  CHECK(program.shown_at(0x1000, type).text.ends_with("[198] = 1, [199] = 2...}"));
  program.memory.put_words(0x1000, {0x1000});
  CHECK(program.shown_at(0x1000, type).text == "empty std::__cxx11::list");
}

TEST_CASE("optionals, of values and of containers") {
  GnuProgram program;
  const auto optional = [&](TypeId of, std::uint64_t size) {
    Type payload{.kind = Kind::Union, .has_size = true, .size = size};
    payload.members = {member("_M_value", of, 0)};
    const TypeId holder =
        program.types.record("_Optional_payload", size + 8,
                             {member("_M_payload", program.types.add(payload), 0),
                              member("_M_engaged", program.types.base("bool", Encoding::Boolean, 1), size)});
    return program.with_arguments(
        program.types.record("std::optional<int>", size + 8, {member("_M_payload", holder, 0)}), {of});
  };
  const TypeId number = optional(program.number, 4);
  CHECK(program.shown_of(std::uint64_t{0x100000005}, number) ==
        "std::optional<int> = {[contained value] = 5}");
  CHECK(program.shown_of(std::uint64_t{5}, number) == "std::optional<int> [no contained value]");
  const TypeId vector = program.vector(program.number);
  program.with_arguments(vector, {program.types.record("std::allocator<int>", 1, {})});
  program.memory.put(0x2000, PlacesOf::raw(1));
  program.memory.put_words(0x1000, {0x2000, 0x2004, 0x2004, 1});
  CHECK(program.shown_at(0x1000, optional(vector, 24)).text ==
        "std::optional<std::vector<int>> containing std::vector of length 1, capacity 1 = {1}");
}

TEST_CASE("shared pointers") {
  GnuProgram program;
  const TypeId counted = program.types.record(
      "_Sp_counted_base", 16,
      {member("_M_use_count", program.number, 8), member("_M_weak_count", program.number, 12)});
  const TypeId count =
      program.types.record("__shared_count", 8, {member("_M_pi", program.types.to(counted), 0)});
  const TypeId type = program.with_arguments(
      program.types.record(
          "std::shared_ptr<int>", 16,
          {member("_M_ptr", program.types.to(program.number), 0), member("_M_refcount", count, 8)}),
      {program.number});
  program.memory.put_words(0x2000, {0, 0x200000002});
  program.memory.put_words(0x1000, {0x3000, 0x2000});
  CHECK(program.shown_at(0x1000, type).text ==
        "std::shared_ptr<int> (use count 2, weak count 1) = {get() = 0x3000}");
  program.memory.put_words(0x1000, {0, 0});
  CHECK(program.shown_at(0x1000, type).text == "std::shared_ptr<int> (empty) = {get() = 0x0}");
}

TEST_CASE("LLVM's strings, short and long") {
  GnuProgram program;
  const TypeId data = program.types.array(program.letter, {23});
  const TypeId long_form = program.types.record("__long", 24,
                                                {{.name = "__is_long_", .type = program.word, .bit_size = 1},
                                                 member("__size_", program.word, 8),
                                                 member("__data_", program.types.to(program.letter), 16)});
  const TypeId short_form = program.types.record("__short", 24, {member("__data_", data, 1)});
  const TypeId rep =
      program.types.record("__rep", 24, {member("__s", short_form, 0), member("__l", long_form, 0)});
  const TypeId pair = program.types.record("__compressed_pair_elem", 24, {member("__value_", rep, 0)});
  const TypeId type = program.with_arguments(
      program.types.record("std::__1::basic_string<char>", 24,
                           {member("__r_", program.types.record("pair", 24, {base_class(pair, 0)}), 0)}),
      {program.letter});
  CHECK(program.shown("\x0ahello" + std::string(18, '\0'), type) == R"("hello")");
  program.memory.put(0x2000, std::string(40, 'x'));
  program.memory.put_words(0x1000, {49, 40, 0x2000});
  CHECK(program.shown_at(0x1000, type).text == "'x' <repeats 40 times>");
}

// A debug map: what it says of each object file, and that nothing in it or in the files leads astray.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "base/words.h"
#include "companions/companions.h"
#include "container/macho_debug_map.h"
#include "container/open.h"
#include "support/exact_buffer.h"

using namespace symkit;
namespace fs = std::filesystem;
namespace macho = container::macho;

namespace {

const std::string fixtures = say(SYMKIT_TEST_DATA, "/debug-map/arm64/");

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

void put(std::string& bytes, std::size_t at, std::uint32_t number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

// Where LC_SYMTAB stands in the fixture.
std::size_t symbol_command(const std::string& program) {
  std::size_t at = 32;
  while (number_at(program, at) != 2) at += number_at(program, at + 4);
  return at;
}

// Calls use(record, type) with where each symbol's record stands.
template <class Use>
void each_stab(const std::string& program, Use use) {
  const std::size_t command = symbol_command(program);
  const std::size_t first = number_at(program, command + 8), count = number_at(program, command + 12);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t record = first + i * 16;
    use(record, static_cast<unsigned char>(program[record + 4]));
  }
}

std::string told(const std::string& program) {
  const test::ExactBuffer exact(as_bytes(program));
  const auto file = container::open_bytes(exact.bytes(), "program");
  if (!file) return "not opened";
  const auto map = macho::read_debug_map(*(*file)->images().front());
  if (!map) return map.error().message;
  std::string text;
  for (const macho::MappedObject& object : *map) {
    text += say(object.path, ':');
    for (const macho::MappedFunction& function : object.functions)
      text += say(' ', function.name, '=', hex(function.address), '+', function.size);
    text += '\n';
  }
  return text;
}

// How the object files of a program are found, which lies in a folder of its own beside them.
struct Census {
  debuginfo::ObjectCensus found;
  std::string changed;
};
Census census_of(const std::string& program, const std::vector<std::string>& objects, std::int64_t changed) {
  std::string folder = (fs::temp_directory_path() / "debug_map.XXXXXX").string();
  REQUIRE(::mkdtemp(folder.data()) != nullptr);
  for (const std::string& object : objects) {
    fs::copy_file(fixtures + object, say(folder, '/', object));
    const auto when =
        std::chrono::file_clock::from_sys(std::chrono::sys_seconds(std::chrono::seconds(changed)));
    fs::last_write_time(say(folder, '/', object), when);
  }
  const std::string path = say(folder, "/program");
  std::ofstream(path, std::ios::binary) << program;
  Census census;
  {
    const auto file = container::open_file(path);
    REQUIRE(file.has_value());
    const auto beside = companions::companions_of(*(*file)->images().front(), {.path = path}, {});
    REQUIRE(beside->objects() != nullptr);
    census.found = debuginfo::open_all(*beside->objects(), 2);
    census.changed = told_changed(census.found);
    census.found.missing.resize(census.found.missing.size());
  }
  fs::remove_all(folder);
  return census;
}

const std::vector<std::string> all_objects = {"start.o", "first.o", "leaf.o", "libshelf.a"};

}  // namespace

TEST_CASE("a debug map says which functions are of which object file") {
  CHECK(told(read(fixtures + "program")) ==
        "start.o: _run=0x100000388+80\n"
        "first.o: __ZL5checki=0x1000003d8+28 __ZNK5ShelfIiE3sumEv=0x10000046c+164 "
        "__Z9first_runi=0x1000003f4+120\n"
        "leaf.o: _leaf=0x100000510+12 _leaf_end=0x10000051c+8\n"
        "libshelf.a(second.o): __ZL5checki=0x1000005e4+24 __ZNK5ShelfIlE3sumEv=0x1000005fc+164 "
        "__Z10second_runi=0x100000524+192\n"
        "libshelf.a(data.o):\n");
}

TEST_CASE("a path with a member is split at its last parenthesis") {
  const auto split = [](std::string_view path) {
    const auto parts = macho::split_object_path(path);
    return say(parts.file, '|', parts.member);
  };
  CHECK(split("/a/lib(1).a(b(2).o)") == "/a/lib(1).a(b|2).o");
  CHECK(split("/a/lib.a(b.o)") == "/a/lib.a|b.o");
  CHECK(split("/a/b (copy).o") == "/a/b (copy).o|");
  CHECK(split("(b.o)") == "(b.o)|");
  CHECK(split("") == "|");
}

TEST_CASE("an object file that was changed is used, and named") {
  std::string program = read(fixtures + "program");
  const std::string as_built = program;
  std::size_t patched = 0;
  each_stab(as_built, [&](std::size_t record, unsigned type) {
    if (type == 0x66 && ++patched <= 3) put(program, record + 8, 1700000000);
  });
  CHECK(patched == 5);
  const Census same = census_of(program, all_objects, 1700000000);
  CHECK(same.found.all == 4);
  CHECK(same.found.missing.empty());
  CHECK(same.changed.empty());
  const Census changed = census_of(program, all_objects, 1700000001);
  CHECK(changed.found.missing.empty());
  CHECK(changed.found.changed.size() == 3);
  CHECK(changed.changed.starts_with(
      "3 object files were changed since this was linked: start.o, first.o, leaf.o;"));
  // A linker that makes reproducible files says no time.
  CHECK(census_of(as_built, all_objects, 1).changed.empty());
  CHECK(census_of(as_built, {"start.o", "leaf.o"}, 1).found.missing.size() == 2);
}

TEST_CASE("one that is named a hundred times is read once") {
  std::string program = read(fixtures + "program");
  const std::string as_built = program;
  std::uint32_t first = 0;
  each_stab(as_built, [&](std::size_t record, unsigned type) {
    if (type != 0x66) return;
    if (first == 0) first = number_at(as_built, record);
    put(program, record, first);
  });
  const std::string map = told(program);
  CHECK(map.starts_with("start.o: _run=0x100000388+80 __ZL5checki"));
  CHECK(std::ranges::count(map, '\n') == 1);
}

TEST_CASE("a table of symbols that ends anywhere, and strings that do, say no more than the whole") {
  const std::string whole = read(fixtures + "program");
  const std::size_t command = symbol_command(whole);
  const auto functions = [](const std::string& map) { return std::ranges::count(map, '='); };
  std::ptrdiff_t before = 0;
  for (std::uint32_t count = 0; count <= number_at(whole, command + 12); ++count) {
    std::string cut = whole;
    put(cut, command + 12, count);
    const std::ptrdiff_t now = functions(told(cut));
    REQUIRE(now >= before);
    before = now;
  }
  CHECK(before == functions(told(whole)));
  for (std::uint32_t size = 0; size <= number_at(whole, command + 20); ++size) {
    std::string cut = whole;
    put(cut, command + 20, size);
    REQUIRE(functions(told(cut)) <= before);
  }
  const std::size_t table = number_at(whole, command + 8);
  for (std::size_t size = table; size < whole.size(); ++size)
    REQUIRE(told(whole.substr(0, size)) == "not opened");
}

TEST_CASE("every byte of the stabs changed: nothing that is found has other code than the program") {
  const std::string whole = read(fixtures + "program");
  std::size_t first = whole.size(), end = 0;
  each_stab(whole, [&](std::size_t record, unsigned type) {
    if ((type & 0xe0) == 0) return;
    first = std::min(first, record);
    end = std::max(end, record + 16);
  });
  for (std::size_t at = first; at < end; ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(~changed[at]);
    static_cast<void>(told(changed));
  }
  CHECK(end > first);
}

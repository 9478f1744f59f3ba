// A debug map: what it says of each object file, and that nothing in it or in the files leads astray.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "doctest/doctest.h"

#include "debug/companions/companions.h"
#include "files/container/macho_debug_map.h"
#include "files/container/open.h"
#include "ground/base/words.h"
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

struct Stab {
  std::string name;
  std::uint8_t type = 0;
  std::uint8_t section = 0;
  std::uint16_t description = 0;
  std::uint64_t value = 0;
};

// With a table of symbols behind all else, in which `write(stab, out)` puts what stands for each.
template <class Write>
std::string written_anew(const std::string& program, Write write) {
  const std::size_t command = symbol_command(program);
  const std::size_t names_at = number_at(program, command + 16);
  std::vector<Stab> out;
  each_stab(program, [&](std::size_t record, unsigned type) {
    Stab stab{program.c_str() + names_at + number_at(program, record), static_cast<std::uint8_t>(type),
              static_cast<std::uint8_t>(program[record + 5])};
    std::memcpy(&stab.description, program.data() + record + 6, 2);
    std::memcpy(&stab.value, program.data() + record + 8, 8);
    write(stab, out);
  });
  std::string records, names(1, '\0');
  for (const Stab& stab : out) {
    std::string record(16, '\0');
    put(record, 0, stab.name.empty() ? 0 : static_cast<std::uint32_t>(names.size()));
    record[4] = static_cast<char>(stab.type);
    record[5] = static_cast<char>(stab.section);
    std::memcpy(record.data() + 6, &stab.description, 2);
    std::memcpy(record.data() + 8, &stab.value, 8);
    records += record;
    if (!stab.name.empty()) names += stab.name + '\0';
  }
  std::string written = program;
  put(written, command + 8, static_cast<std::uint32_t>(written.size()));
  put(written, command + 12, static_cast<std::uint32_t>(out.size()));
  written += records;
  put(written, command + 16, static_cast<std::uint32_t>(written.size()));
  put(written, command + 20, static_cast<std::uint32_t>(names.size()));
  return written + names;
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
  std::size_t all = 0;
  std::vector<std::string> missing;
  std::size_t changed_files = 0;
  std::string changed;  // as it is told
  std::string tried;
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
    const debuginfo::ObjectCensus found = debuginfo::open_all(*beside->objects(), 2);
    census = {.all = found.all,
              .missing = {found.missing.begin(), found.missing.end()},
              .changed_files = found.changed.size(),
              .changed = told_changed(found),
              .tried = beside->what_was_tried()};
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

TEST_CASE("a debug map as Apple's linkers write it says the same") {
  const std::string program = read(fixtures + "program");
  const std::string apple = written_anew(program, [](const Stab& stab, std::vector<Stab>& out) {
    const std::size_t slash = stab.name.rfind('/');
    if (stab.type == 0x64 && slash != std::string::npos) {  // the source: its folder and its name apart
      out.push_back({stab.name.substr(0, slash + 1), 0x64, 0, 0, 0});
      out.push_back({stab.name.substr(slash + 1), 0x64, 0, 0, 0});
      out.push_back({"gcc2_compiled.", 0x3c, 0, 0, 0});
      return;
    }
    if (stab.type == 0x24 && !stab.name.empty()) out.push_back({"", 0x2e, 1, 0, stab.value});
    out.push_back(stab);
    if (stab.type == 0x66)
      out.back() = {stab.name, 0x66, 0x02, 1, 1700000000};  // the processor's kind, the time
    if (stab.type == 0x24 && stab.name.empty()) {
      out.push_back({"", 0x4e, 1, 0, stab.value});
      out.push_back({"_of_all", 0x20, 0, 0, 0});
      out.push_back({"_of_file", 0x26, 9, 0, 0x100008000});
      out.push_back({"/src/shelf.hpp", 0x84, 0, 0, 0});
    }
  });
  CHECK(told(apple) == told(program));
  CHECK(census_of(apple, all_objects, 1700000000).missing.empty());
  CHECK(census_of(apple, all_objects, 1700000000).changed.empty());
}

TEST_CASE(
    "functions of two objects under the first one's name: Apple's linkers do so where both have one source") {
  const std::string program = read(fixtures + "program");
  bool is_first = true;
  const std::string apple = written_anew(program, [&](const Stab& stab, std::vector<Stab>& out) {
    const bool is_of_second = stab.name.ends_with("first.cpp") || stab.name == "first.o";
    if (stab.name == "/src/first.cpp") out.pop_back();  // what ends start.o
    if (!is_of_second) out.push_back(stab);
    if (stab.type == 0x66 && std::exchange(is_first, false)) out.back().value = 1700000000;
  });
  CHECK(told(apple).starts_with("start.o: _run=0x100000388+80 __ZL5checki=0x1000003d8+28 "));
  const Census census = census_of(apple, all_objects, 1700000000);
  CHECK(census.all == 3);
  CHECK(census.missing.empty());
  CHECK(census.changed.empty());
  // Without its time it is not believed for one function of four.
  CHECK(census_of(apple, all_objects, 1600000000).missing == std::vector<std::string>{"start.o"});
}

TEST_CASE("members of one name are told apart, whatever times the map has") {
  const std::string program = read(fixtures + "program");
  const std::string both = written_anew(program, [](Stab stab, std::vector<Stab>& out) {
    if (stab.name == "leaf.o") stab.name = "libshelf.a(second.o)";
    out.push_back(stab);
  });
  CHECK(told(both).contains(
      "libshelf.a(second.o): _leaf=0x100000510+12 _leaf_end=0x10000051c+8\nlibshelf.a(second.o): "
      "__ZL5checki"));
  CHECK(census_of(both, all_objects, 1).missing == std::vector<std::string>{"libshelf.a(second.o)"});
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
  CHECK(same.all == 4);
  CHECK(same.missing.empty());
  CHECK(same.changed.empty());
  const Census changed = census_of(program, all_objects, 1700000001);
  CHECK(changed.missing.empty());
  CHECK(changed.changed_files == 3);
  CHECK(changed.changed.starts_with(
      "3 object files were changed since this was linked: start.o, first.o, leaf.o;"));
  // A linker that makes reproducible files says no time.
  CHECK(census_of(as_built, all_objects, 1).changed.empty());
  CHECK(census_of(as_built, {"start.o", "leaf.o"}, 1).missing.size() == 2);
}

TEST_CASE("an object file of another source is not taken for it, whatever its code") {
  std::string program = read(fixtures + "program");
  const std::size_t name = program.find("/src/first.cpp");
  REQUIRE(name != std::string::npos);
  program[name + 5] = 'b';  // burst.cpp, say
  const Census census = census_of(program, all_objects, 1);
  REQUIRE(census.missing.size() == 1);
  CHECK(census.missing.front() == "first.o");
  CHECK(census.tried.contains("first.o was compiled from a different source than /src/birst.cpp"));
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

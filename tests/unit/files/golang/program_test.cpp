#include "files/golang/program.h"

#include <doctest/doctest.h>

#include "files/container/open.h"
#include "files/golang/function_reader.h"
#include "support/synth_elf.h"
#include "support/synth_go.h"
#include "support/synth_macho.h"

namespace symkit::golang {
namespace {

using test::Buffer;
using test::GoForm;
using test::SynthElf;
using test::SynthGo;

constexpr std::uint64_t text = 0x1000, table_at = 0x8000, data_at = 0x20000;

// main.main has six bytes of its own, in which half was inlined into twice, and twice into it; then padding.
SynthGo two_functions(GoForm form) {
  SynthGo go(form);
  const unsigned q = form.quantum;
  const std::uint64_t base = form.minor >= 18 ? 0 : text;
  go.functions.push_back({.name = "main.main",
                          .begin = base,
                          .start_line = 9,
                          .rows = {{2 * q, "/src/main.go", 10},
                                   {1 * q, "/src/main.go", 11},
                                   {2 * q, "/src/twice.go", 3, 0},
                                   {4 * q, "/src/half.go", 30, 1},
                                   {1 * q, "/src/twice.go", 4, 0},
                                   {3 * q, "/src/main.go", 12}},
                          .calls = {{"main.twice", -1, 2 * q, 2, "/src/main.go", 11},
                                    {"main.half[go.shape.int]", 0, 3 * q, 29, "/src/twice.go", 3}}});
  go.functions.push_back(
      {.name = "main.(*T).M", .begin = base + 16 * q, .start_line = 1, .rows = {{8 * q, "/src/t.go", 2}}});
  go.end = base + 32 * q;
  go.text_start = text;
  return go;
}

// What a linker leaves of a table with addresses in a position-independent file: nothing where they stand,
// but a relocation for each.
Buffer relocations_out_of(Buffer& table, std::uint64_t trees_at) {
  test::Assembler out(Endian::Little, 8);
  const std::uint64_t trees_end = trees_at + 64;
  for (std::size_t at = 16; at + 8 <= trees_at - table_at; at += 8) {
    std::uint64_t value = 0;
    for (unsigned i = 8; i-- != 0;) value = value << 8 | table[at + i];
    const bool is_address = (value >= text && value <= text + 64) || (value >= trees_at && value < trees_end);
    if (!is_address) continue;
    out.u64(table_at + at).u64(8).u64(value);
    std::fill_n(table.begin() + static_cast<std::ptrdiff_t>(at), 8, std::uint8_t{0});
  }
  return out.finish();
}

struct Options {
  bool relocated = false;
  bool with_module_data = true;
  std::size_t table_size = SIZE_MAX;
  std::string section = ".gopclntab";
  std::uint64_t lost_code = 0;  // the size of code that was cut from the file
  std::vector<test::ElfSymbol> symbols = {};
};

Buffer file_of(SynthGo& go, const Options& options = {}) {
  SynthElf elf({.wide = go.form.width == 8, .endian = go.form.endian});
  if (go.form.width == 4) elf.machine = 3;
  if (options.lost_code != 0)
    elf.add({.name = ".text",
             .address = text,
             .flags = SynthElf::code,
             .type = SynthElf::no_bits,
             .size = options.lost_code});
  else
    elf.add(
        {.name = ".text", .address = text, .bytes = Buffer(64 * go.form.quantum), .flags = SynthElf::code});
  elf.symbols = options.symbols;
  const std::uint64_t size = go.table(table_at, 0).size();
  const std::uint64_t trees_at = table_at + (size + 15) / 16 * 16;
  Buffer table = go.table(table_at, trees_at);
  table.resize(trees_at - table_at);
  const Buffer trees = go.trees();
  table.insert(table.end(), trees.begin(), trees.end());
  table.resize(std::min(table.size(), options.table_size));
  if (options.relocated)
    elf.add({.name = ".rela.dyn",
             .address = 0x30000,
             .bytes = relocations_out_of(table, trees_at),
             .flags = SynthElf::allocated,
             .type = 4});
  elf.add({.name = options.section, .address = table_at, .bytes = table, .flags = SynthElf::allocated});
  if (go.form.minor >= 18 && options.with_module_data)
    elf.add({.name = ".noptrdata",
             .address = data_at,
             .bytes = go.module_data(data_at, table_at, text, trees_at),
             .flags = SynthElf::allocated});
  return elf.build();
}

struct Opened {
  Buffer bytes;
  std::unique_ptr<container::File> file;
  Result<std::optional<Program>> program = std::optional<Program>();
};

std::unique_ptr<Opened> open(Buffer bytes) {
  auto opened = std::make_unique<Opened>();
  opened->bytes = std::move(bytes);
  auto file = container::open_bytes(opened->bytes, "made");
  if (!file) return opened;
  opened->file = std::move(*file);
  opened->program = Program::open(*opened->file->images().front());
  return opened;
}

std::string told(const SourcePlace& place) {
  return std::string(place.file) + ":" + std::to_string(place.line);
}

// "+0 0 /src/main.go:10", a row each.
std::vector<std::string> rows_of(const Function& function) {
  std::vector<std::string> rows;
  for (const Row& row : function.rows)
    rows.push_back("+" + std::to_string(row.address - function.begin) + " " + std::to_string(row.call) + " " +
                   told(row.place));
  return rows;
}

}  // namespace

TEST_CASE("every form of the table: functions, lines and inlined calls") {
  for (const unsigned minor : {2U, 9U, 12U, 13U, 16U, 18U, 20U, 26U, 27U}) {
    for (const unsigned width : {4U, 8U}) {
      for (const Endian endian : {Endian::Little, Endian::Big}) {
        CAPTURE(minor);
        CAPTURE(width);
        CAPTURE(static_cast<int>(endian));
        SynthGo go = two_functions({.minor = minor, .width = width, .endian = endian});
        const auto opened = open(file_of(go));
        REQUIRE(opened->program);
        REQUIRE(*opened->program);
        const Program& program = **opened->program;
        CHECK(program.function_count() == 2);
        CHECK(program.knows_inlined() == (minor >= 9));
        FunctionReader reader(program);
        const Function* function = reader.read(0);
        REQUIRE(function);
        CHECK(function->name == "main.main");
        CHECK(function->begin == text);
        CHECK(function->end == text + 13);
        CHECK(function->start_line == (minor >= 20 ? 9 : 0));
        if (minor >= 9) {
          CHECK(rows_of(*function) == std::vector<std::string>{"+0 0 /src/main.go:10", "+2 0 /src/main.go:11",
                                                               "+3 1 /src/twice.go:3", "+5 2 /src/half.go:30",
                                                               "+9 1 /src/twice.go:4",
                                                               "+10 0 /src/main.go:12"});
          REQUIRE(function->calls.size() == 2);
          CHECK(function->calls[0].name == "main.twice");
          CHECK(function->calls[0].parent == 0);
          CHECK(told(function->calls[0].site) == "/src/main.go:11");
          CHECK(function->calls[1].name == "main.half[go.shape.int]");
          CHECK(function->calls[1].parent == 1);
          CHECK(told(function->calls[1].site) == "/src/twice.go:3");
        } else {
          CHECK(function->calls.empty());
        }
        function = reader.read(1);
        REQUIRE(function);
        CHECK(function->name == "main.(*T).M");
        CHECK(function->begin == text + 16);
        CHECK(function->end == text + 24);
        CHECK(rows_of(*function) == std::vector<std::string>{"+0 0 /src/t.go:2"});
      }
    }
  }
}

TEST_CASE("instructions of four bytes") {
  SynthGo go = two_functions({.minor = 20, .quantum = 4});
  const auto opened = open(file_of(go));
  REQUIRE(*opened->program);
  FunctionReader reader(**opened->program);
  const Function* function = reader.read(0);
  REQUIRE(function);
  CHECK(function->end == text + 52);
  CHECK(function->rows[3].address == text + 20);
}

TEST_CASE("the table is found without its section's name") {
  for (const unsigned minor : {2U, 16U, 20U, 26U}) {
    SynthGo go = two_functions({.minor = minor});
    const auto opened = open(file_of(go, {.section = ".rdata"}));
    REQUIRE(opened->program);
    REQUIRE(*opened->program);
    CHECK((*opened->program)->function_count() == 2);
    CHECK((*opened->program)->knows_inlined() == (minor >= 16));
  }
}

TEST_CASE("without the runtime's data lines of inlined code are not taken for the function's own") {
  SynthGo go = two_functions({.minor = 20});
  const auto opened = open(file_of(go, {.with_module_data = false}));
  REQUIRE(*opened->program);
  CHECK_FALSE((*opened->program)->knows_inlined());
  FunctionReader reader(**opened->program);
  const Function* function = reader.read(0);
  REQUIRE(function);
  CHECK(function->calls.empty());
  CHECK(rows_of(*function) == std::vector<std::string>{"+0 0 /src/main.go:10", "+2 0 /src/main.go:11",
                                                       "+3 0 :0", "+10 0 /src/main.go:12"});
}

TEST_CASE("addresses that stand in relocations") {
  for (const unsigned minor : {13U, 16U}) {
    SynthGo go = two_functions({.minor = minor});
    const auto opened = open(file_of(go, {.relocated = true, .section = ".data.rel.ro.gopclntab"}));
    REQUIRE(opened->program);
    REQUIRE(*opened->program);
    FunctionReader reader(**opened->program);
    const Function* function = reader.read(0);
    REQUIRE(function);
    CHECK(function->begin == text);
    CHECK(function->calls.size() == 2);
    function = reader.read(1);
    REQUIRE(function);
    CHECK(function->begin == text + 16);
  }
}

TEST_CASE("text in several sections, of which the second lies elsewhere") {
  for (const unsigned minor : {18U, 20U, 26U, 27U}) {
    SynthGo go = two_functions({.minor = minor});
    go.text_sections = {{0, 16, text}, {16, 32, text + 40}};
    const auto opened = open(file_of(go));
    REQUIRE(*opened->program);
    FunctionReader reader(**opened->program);
    const Function* function = reader.read(0);
    REQUIRE(function);
    CHECK(function->begin == text);
    CHECK(function->calls.size() == 2);
    function = reader.read(1);
    REQUIRE(function);
    CHECK(function->begin == text + 40);
    CHECK(function->end == text + 48);
  }
}

// As newer linkers write them: an address, or an offset from the text base, and what follows in the chain.
TEST_CASE("pointers of Mach-O that are links of a chain") {
  constexpr std::uint64_t base = 0x100000000, link = std::uint64_t{1} << 52;
  for (const unsigned minor : {18U, 20U, 26U}) {
    for (const std::uint64_t less : {std::uint64_t{0}, base}) {
      SynthGo go = two_functions({.minor = minor});
      const std::uint64_t code = base + text, table = base + table_at, trees = table + 0x1000;
      go.text_start = 0;
      Buffer bytes = go.table(table, trees);
      bytes.resize(trees - table);
      const Buffer tree_bytes = go.trees();
      bytes.insert(bytes.end(), tree_bytes.begin(), tree_bytes.end());
      if (minor < 26)  // the header's own beginning of the text
        for (unsigned i = 0; i < 8; ++i)
          bytes[24 + i] = static_cast<std::uint8_t>((code - less + link) >> 8 * i);
      const Buffer plain = go.module_data(base + data_at, table, code, trees);
      test::Assembler chained(Endian::Little, 8);
      Cursor at(plain, Endian::Little);
      while (at.remaining() >= 8) {
        const std::uint64_t word = at.u64();
        chained.u64(word >= base ? word - less + link : word);
      }
      test::SynthMacho macho;
      macho.segments.push_back(
          {.name = "__TEXT",
           .address = base,
           .sections = {
               {.name = "__text", .address = code, .bytes = Buffer(64), .flags = test::SynthMacho::code},
               {.name = "__gopclntab", .address = table, .bytes = bytes}}});
      macho.segments.push_back(
          {.name = "__DATA",
           .address = base + data_at,
           .sections = {{.name = "__noptrdata", .address = base + data_at, .bytes = chained.finish()}}});
      const auto opened = open(macho.build());
      REQUIRE(opened->file);
      REQUIRE(opened->program);
      REQUIRE(*opened->program);
      CHECK((*opened->program)->knows_inlined());
      FunctionReader reader(**opened->program);
      const Function* function = reader.read(0);
      REQUIRE(function);
      CHECK(function->begin == code);
      CHECK(function->calls.size() == 2);
    }
  }
}

TEST_CASE("since 1.26 the runtime's data alone says where the code begins") {
  SynthGo go = two_functions({.minor = 26});
  const auto opened = open(file_of(go, {.with_module_data = false}));
  REQUIRE_FALSE(opened->program);
  CHECK(opened->program.error().message.find("moduledata") != std::string::npos);
}

TEST_CASE("a file that has lost its code keeps its table, and something says where the code began") {
  const test::ElfSymbol text_symbol{.name = "runtime.text", .value = text, .section = ".text"};
  for (const unsigned minor : {2U, 16U, 18U, 20U, 26U}) {
    CAPTURE(minor);
    SynthGo go = two_functions({.minor = minor});
    Options cut{.with_module_data = false, .lost_code = 64};
    if (minor == 26) cut.symbols = {text_symbol};
    const auto opened = open(file_of(go, cut));
    REQUIRE(opened->program);
    REQUIRE(*opened->program);
    FunctionReader reader(**opened->program);
    const Function* function = reader.read(0);
    REQUIRE(function);
    CHECK(function->name == "main.main");
    CHECK(function->begin == text);
    CHECK(rows_of(*function).front() == "+0 0 /src/main.go:10");
    function = reader.read(1);
    REQUIRE(function);
    CHECK(function->begin == text + 16);
    CHECK(function->end == text + 24);
  }
}

TEST_CASE("since 1.26 a section of code that is as long as the table's text begins with it") {
  SynthGo go = two_functions({.minor = 26});
  const auto opened = open(file_of(go, {.with_module_data = false, .lost_code = go.end + 16}));
  REQUIRE(opened->program);
  REQUIRE(*opened->program);
  FunctionReader reader(**opened->program);
  CHECK(reader.read(1)->begin == text + 16);
  // With C's code in it, nobody knows.
  CHECK(open(file_of(go, {.with_module_data = false, .lost_code = go.end + 32}))
            ->program.error()
            .message.contains("moduledata"));
}

TEST_CASE("without code, a table that does not lie in it or that a symbol contradicts is not believed") {
  const auto why_not = [](unsigned minor, std::uint64_t lost_code,
                          const std::vector<test::ElfSymbol>& symbols) {
    SynthGo go = two_functions({.minor = minor});
    const auto opened =
        open(file_of(go, {.with_module_data = false, .lost_code = lost_code, .symbols = symbols}));
    return opened->program ? std::string() : opened->program.error().message;
  };
  const auto main_at = [](std::uint64_t address) {
    return std::vector{test::ElfSymbol{.name = "main.main", .value = address, .section = ".text"}};
  };
  for (const unsigned minor : {16U, 20U}) {
    CAPTURE(minor);
    CHECK(why_not(minor, 64, {}).empty());
    CHECK(why_not(minor, 64, main_at(text)).empty());
    CHECK(why_not(minor, 64, main_at(text + 4)).contains("from which the code was cut"));
    CHECK(why_not(minor, 24, {}).contains("from which the code was cut"));
  }
}

TEST_CASE("a call that stands in what was inlined into it, or behind the function, is not believed") {
  for (const unsigned parent_code : {5U, 200U}) {
    SynthGo go = two_functions({.minor = 20});
    go.functions[0].calls[0].parent_code = parent_code;
    const auto opened = open(file_of(go));
    REQUIRE(*opened->program);
    FunctionReader reader(**opened->program);
    const Function* function = reader.read(0);
    REQUIRE(function);
    CHECK(function->calls.empty());
    CHECK(rows_of(*function)[2] == "+3 0 :0");
  }
}

TEST_CASE("tables whose functions are not in order, and other files") {
  SynthGo go = two_functions({.minor = 16});
  std::swap(go.functions[0].begin, go.functions[1].begin);
  CHECK_FALSE(open(file_of(go))->program);

  SynthElf elf;
  elf.add({.name = ".text", .address = text, .bytes = Buffer(64), .flags = SynthElf::code});
  elf.add({.name = ".gopclntab", .address = table_at, .bytes = Buffer(64), .flags = SynthElf::allocated});
  const auto opened = open(elf.build());
  REQUIRE(opened->program);
  CHECK_FALSE(*opened->program);
}

TEST_CASE("what stands in brackets is printed in short since Go has generic functions") {
  for (const unsigned minor : {16U, 18U, 20U}) {
    SynthGo go = two_functions({.minor = minor});
    const auto opened = open(file_of(go));
    REQUIRE(*opened->program);
    CHECK((*opened->program)->prints_otherwise("type..eq.[15]int") == (minor >= 18));
    CHECK_FALSE((*opened->program)->prints_otherwise("main.main"));
  }
}

TEST_CASE("truncated anywhere, and with any byte changed, it is read to its end or refused") {
  for (const unsigned minor : {9U, 13U, 16U, 18U, 20U, 26U}) {
    SynthGo go = two_functions({.minor = minor});
    const Buffer whole = file_of(go);
    const auto read_all = [](const Buffer& bytes) {
      const auto opened = open(bytes);
      if (!opened->program || !*opened->program) return;
      FunctionReader reader(**opened->program);
      for (std::size_t i = 0; i < (*opened->program)->function_count(); ++i)
        if (const Function* function = reader.read(i)) {
          CHECK(function->begin < function->end);
          for (const Row& row : function->rows) CHECK(row.call <= function->calls.size());
        }
    };
    for (std::size_t size = 0; size < go.table(table_at, table_at).size() + go.trees().size(); ++size)
      read_all(file_of(go, {.table_size = size}));
    for (std::size_t at = 0; at < whole.size(); ++at) {
      Buffer changed = whole;
      changed[at] ^= 0xff;
      read_all(changed);
    }
  }
}

TEST_CASE("names as Go prints them") {
  CHECK(Program::printed_name("main.sum[go.shape.int]") == "main.sum[...]");
  CHECK(Program::printed_name("main.(*list[go.shape.struct { x []int }]).push") == "main.(*list[...]).push");
  CHECK(Program::printed_name("main.main.func1") == "main.main.func1");
  CHECK(Program::printed_name("main.odd[") == "main.odd[");
  CHECK(Program::printed_name("main.odd][") == "main.odd][");
}

}  // namespace symkit::golang

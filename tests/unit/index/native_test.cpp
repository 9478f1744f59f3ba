// A native index written from drafts and read back: every address answers what the draft said.
#include <random>

#include "doctest/doctest.h"

#include "index/native_index.h"
#include "index/native_writer.h"
#include "index/slice.h"

using namespace symkit;
using namespace symkit::index;

namespace {

struct Expected {
  std::string function;
  std::string symbol;
  std::vector<std::string> chain;  // "name file:line", innermost first
  std::string statement;           // "file:line"
};

Expected ask(const NativeIndex& index, std::uint64_t offset) {
  Answer answer;
  Expected seen;
  if (!index.lookup({offset}, answer)) return seen;
  std::string name, path;
  index.read_name(answer.name, seen.function);
  index.read_name(answer.symbol, seen.symbol);
  for (const ChainFrame& frame : answer.chain) {
    index.read_name(frame.name, name);
    index.read_path(frame.place.file, path);
    seen.chain.push_back(name + " " + path + ":" + std::to_string(frame.place.line));
  }
  index.read_path(answer.statement.file, path);
  seen.statement = path + ":" + std::to_string(answer.statement.line);
  return seen;
}

using Chain = std::vector<std::string>;

// main at 0x100-0x200 with `scale` inlined at 0x120-0x140, and in it `clamp` at 0x130-0x138.
void add_main(Draft& draft, std::uint64_t begin = 0x100) {
  const FileKey main_c = draft.file("/src/main.c"), scale_h = draft.file("/src/util/scale.h");
  draft.begin_function(begin, begin + 0x100, draft.name("main"), Source::DebugInfo, 0, 0);
  draft.add_call(0, draft.name("scale"), main_c, 12);
  draft.add_call(1, draft.name("clamp"), scale_h, 5);
  draft.add_row({begin, 0, main_c, 10, true});
  draft.add_row({begin + 0x20, 1, scale_h, 4, true});
  draft.add_row({begin + 0x30, 2, scale_h, 41, false});
  draft.add_row({begin + 0x38, 1, scale_h, 6, false});
  draft.add_row({begin + 0x40, 0, main_c, 13, true});
  draft.add_row({begin + 0x50, 0, main_c, 0, false});
  draft.add_row({begin + 0x60, 0, main_c, 20, true});
  draft.add_row({begin + 0x60, 0, main_c, 22, false});
  draft.add_row({begin + 0x70, 0, main_c, 21, false});
  draft.add_row({begin + 0x80, 0, 0, 0, false});
  draft.end_function();
}

std::vector<std::uint8_t> write(std::span<const Draft> drafts, std::span<const Piece> pieces,
                                std::span<const SymbolSpan> symbols = {}) {
  NativeMeta meta{.id = *ImageId::parse("aabb"),
                  .image_name = "demo",
                  .architecture = Architecture::X86_64,
                  .text_base = {0x400000},
                  .source_stamp = 5};
  return write_native({meta, drafts, pieces, symbols}, 2);
}

}  // namespace

TEST_CASE("an address gives the function and its inlined callers") {
  std::vector<Draft> drafts{Draft(1)};
  add_main(drafts[0]);
  const std::array pieces = {Piece{0x100, 0x200, 0, 0}};
  const auto file = write(drafts, pieces);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  CHECK(index->image_name() == "demo");
  CHECK(index->architecture() == Architecture::X86_64);
  CHECK(index->text_base().value == 0x400000);

  CHECK(ask(*index, 0xff).function.empty());
  CHECK(ask(*index, 0x200).function.empty());
  CHECK(ask(*index, 0x100).chain == Chain{"main /src/main.c:10"});
  CHECK(ask(*index, 0x11f).chain == Chain{"main /src/main.c:10"});
  CHECK(ask(*index, 0x120).chain == Chain{"scale /src/util/scale.h:4", "main /src/main.c:12"});
  CHECK(ask(*index, 0x131).chain ==
        Chain{"clamp /src/util/scale.h:41", "scale /src/util/scale.h:5", "main /src/main.c:12"});
  CHECK(ask(*index, 0x13f).chain == Chain{"scale /src/util/scale.h:6", "main /src/main.c:12"});
  CHECK(ask(*index, 0x140).chain == Chain{"main /src/main.c:13"});
}

TEST_CASE("atos and LLVM take different rows") {
  std::vector<Draft> drafts{Draft(1)};
  add_main(drafts[0]);
  const std::array pieces = {Piece{0x100, 0x200, 0, 0}};
  const auto file = write(drafts, pieces);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  // A row that is no statement, at the beginning of another call's code: its own line.
  CHECK(ask(*index, 0x130).statement == "/src/util/scale.h:41");
  // Line 0 is no place: the row before it in the same function is.
  CHECK(ask(*index, 0x150).chain == Chain{"main /src/main.c:0"});
  CHECK(ask(*index, 0x150).statement == "/src/main.c:13");
  // Two rows at one address.
  CHECK(ask(*index, 0x160).chain == Chain{"main /src/main.c:22"});
  CHECK(ask(*index, 0x160).statement == "/src/main.c:20");
  // No statement: it belongs to the one before.
  CHECK(ask(*index, 0x170).chain == Chain{"main /src/main.c:21"});
  CHECK(ask(*index, 0x170).statement == "/src/main.c:20");
  // Behind the end of the line sequence.
  CHECK(ask(*index, 0x180).chain == Chain{"main :0"});
}

TEST_CASE("the symbol table's names stand beside the debug information's") {
  std::vector<Draft> drafts{Draft(1)};
  add_main(drafts[0]);
  const std::array pieces = {Piece{0x100, 0x200, 0, 0}};
  const std::array symbols = {SymbolSpan{0x80, 0x110, drafts[0].name("start"), 0},
                              SymbolSpan{0x120, 0x200, drafts[0].name("main.cold"), 0}};
  const auto file = write(drafts, pieces, symbols);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  CHECK(ask(*index, 0x100).symbol == "start");
  CHECK(ask(*index, 0x110).symbol.empty());
  CHECK(ask(*index, 0x120).symbol == "main.cold");
  CHECK(ask(*index, 0x120).function == "main");
  Answer answer;
  REQUIRE(index->lookup({0x100}, answer));
  CHECK(answer.symbol_begin.value == 0x80);
  CHECK(index->functions_named("main") == std::vector<ImageOffset>{{0x100}});
  CHECK(index->functions_named("main.cold") == std::vector<ImageOffset>{{0x120}});
  CHECK(index->functions_named("scale").empty());
}

TEST_CASE("a function that was cut keeps its rows in place") {
  std::vector<Draft> drafts{Draft(1)};
  add_main(drafts[0]);
  const std::array pieces = {Piece{0x100, 0x110, 0, 0}, Piece{0x128, 0x200, 0, 0}};
  const auto file = write(drafts, pieces);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  CHECK(ask(*index, 0x110).function.empty());
  CHECK(ask(*index, 0x128).chain == Chain{"scale /src/util/scale.h:4", "main /src/main.c:12"});
  CHECK(ask(*index, 0x140).chain == Chain{"main /src/main.c:13"});
}

TEST_CASE("thousands of functions, and a slice of them that answers alike") {
  std::vector<Draft> drafts(2, Draft(1));
  std::vector<Piece> pieces;
  std::mt19937 random(3);
  std::vector<std::string> names(5000);
  std::uint64_t at = 0x1000;
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    names[i] = "function_" + std::to_string(i % 4000);
    Draft& draft = drafts[i % 2];
    const FileKey file =
        draft.file("/src/dir" + std::to_string(i % 7) + "/file" + std::to_string(i % 90) + ".c");
    at += random() % 3 * 16;
    const std::uint64_t size = 16 + random() % 500;
    draft.begin_function(at, at + size, draft.name(names[i]), Source::DebugInfo, 0, 0);
    for (std::uint64_t a = at; a < at + size; a += 1 + random() % 20)
      draft.add_row({a, 0, file, static_cast<std::uint32_t>(random() % 5000), random() % 2 == 0});
    draft.end_function();
    pieces.push_back({at, at + size, i % 2, i / 2});
    at += size;
  }
  const auto file = write(drafts, pieces);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  CHECK(index->counts().functions == 5000);
  const std::uint64_t from = at / 3, to = at / 2;
  const auto part = slice_native(*index, {from}, {to});
  REQUIRE(part);
  CHECK(part->size() < file.size() / 3);
  const auto sliced = NativeIndex::open(*part);
  REQUIRE(sliced);
  CHECK(sliced->id() == index->id());
  for (std::uint64_t offset = from; offset < to; offset += 5) {
    const Expected whole = ask(*index, offset), small = ask(*sliced, offset);
    CHECK(whole.function == small.function);
    CHECK(whole.chain == small.chain);
    CHECK(whole.statement == small.statement);
  }
  CHECK(index->functions_named("function_17").size() == 2);
}

TEST_CASE("addresses beyond 4 GB") {
  std::vector<Draft> drafts{Draft(1)};
  add_main(drafts[0], 0x100);
  add_main(drafts[0], 0x5'0000'0000);
  const std::array pieces = {Piece{0x100, 0x200, 0, 0}, Piece{0x5'0000'0000, 0x5'0000'0100, 0, 1}};
  const auto file = write(drafts, pieces);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  CHECK(ask(*index, 0x5'0000'0020).chain == Chain{"scale /src/util/scale.h:4", "main /src/main.c:12"});
}

TEST_CASE("damaged indexes answer something or nothing, and end") {
  std::vector<Draft> drafts{Draft(1)};
  add_main(drafts[0]);
  const std::array pieces = {Piece{0x100, 0x200, 0, 0}};
  const auto file = write(drafts, pieces);
  for (std::size_t i = 72; i < file.size(); ++i) {
    for (const unsigned flip : {0x01U, 0x80U, 0xffU}) {
      auto damaged = file;
      damaged[i] = static_cast<std::uint8_t>(damaged[i] ^ flip);
      const auto index = NativeIndex::open(damaged);
      if (!index) continue;
      for (std::uint64_t offset = 0xf0; offset < 0x210; offset += 3) ask(*index, offset);
      std::vector<NativeIndex::WholeFunction> all;
      for (std::size_t block = 0; block < index->block_count(); ++block) index->read_block(block, all);
      index->functions_named("main");
    }
  }
}

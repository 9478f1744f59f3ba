// A native index written from drafts and read back: every address answers what the draft said.
#include <random>

#include "doctest/doctest.h"

#include "keep/index/native_index.h"
#include "keep/index/native_writer.h"
#include "keep/index/slice.h"

using namespace symkit;
using namespace symkit::index;

namespace {

struct Expected {
  std::string function;
  std::string symbol;
  std::vector<std::string> chain;  // "name file:line", innermost first
  std::string atos;                // "file:line"
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
  index.read_path(answer.atos_place.file, path);
  seen.atos = path + ":" + std::to_string(answer.atos_place.line);
  return seen;
}

using Chain = std::vector<std::string>;

// main at 0x100-0x200 with `scale` inlined at 0x120-0x140, and in it `clamp` at 0x130-0x138; `never` has no
// code.
void add_main(Draft& draft, std::uint64_t begin = 0x100) {
  const FileKey main_c = draft.file("/src/main.c"), scale_h = draft.file("/src/util/scale.h");
  draft.begin_function(begin, begin + 0x100, draft.name("main"), Source::DebugInfo, 0, 0);
  draft.add_call(0, draft.name("scale"), {main_c, 12});
  draft.add_call(1, draft.name("clamp"), {scale_h, 5});
  const auto row = [&](std::uint64_t offset, std::uint32_t call, DraftPlace place) {
    draft.add_row({begin + offset, call, place, place});
  };
  row(0, 0, {main_c, 10});
  row(0x20, 1, {scale_h, 4});
  row(0x30, 2, {scale_h, 41});
  row(0x38, 1, {scale_h, 6});
  row(0x40, 0, {main_c, 13});
  draft.add_row({begin + 0x50, 0, {main_c, 0}, {main_c, 13}});
  draft.add_row({begin + 0x60, 0, {main_c, 22}, {main_c, 20}});
  draft.add_row({begin + 0x70, 0, {main_c, 21}, {main_c, 20}});
  draft.add_row({begin + 0x78, 0, {main_c, 21}, {scale_h, 3}});
  row(0x80, 0, {});
  draft.end_function();
}

std::vector<std::uint8_t> write(std::span<const Draft> drafts, std::span<const Piece> pieces,
                                std::span<const SymbolRange> symbols = {}) {
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

TEST_CASE("the example of docs/index-format.md") {
  std::vector<Draft> drafts{Draft(1)};
  Draft& draft = drafts[0];
  const FileKey main_c = draft.file("/src/main.c");
  draft.begin_function(0x100, 0x110, draft.name("main"), Source::DebugInfo, 0, 0);
  draft.add_row({0x100, 0, {main_c, 10}, {main_c, 10}});
  draft.add_row({0x104, 0, {main_c, 12}, {main_c, 12}});
  draft.end_function();
  const std::array pieces = {Piece{0x100, 0x110, 0, 0}};
  const auto file = write(drafts, pieces);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  const std::vector<std::uint8_t> expected{0x02, 0x01, 0x0a, 0x01, 0x00, 0x01, 0x00, 0x23};
  const Bytes blocks = index->envelope().section(tag("BLKS"));
  CHECK(std::vector(blocks.begin(), blocks.end()) == expected);
  const Bytes directory = index->envelope().section(tag("DIRS"));
  REQUIRE(directory.size() == 128);
  CHECK(std::vector(directory.begin(), directory.begin() + 6) ==
        std::vector<std::uint8_t>{0x01, 0x00, 0x01, 0x00, 0xff, 0xff});
}

TEST_CASE("atos and LLVM may have different places") {
  std::vector<Draft> drafts{Draft(1)};
  add_main(drafts[0]);
  const std::array pieces = {Piece{0x100, 0x200, 0, 0}};
  const auto file = write(drafts, pieces);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  CHECK(ask(*index, 0x130).atos == "/src/util/scale.h:41");
  CHECK(ask(*index, 0x150).chain == Chain{"main /src/main.c:0"});
  CHECK(ask(*index, 0x150).atos == "/src/main.c:13");
  CHECK(ask(*index, 0x160).chain == Chain{"main /src/main.c:22"});
  CHECK(ask(*index, 0x160).atos == "/src/main.c:20");
  CHECK(ask(*index, 0x170).chain == Chain{"main /src/main.c:21"});
  CHECK(ask(*index, 0x170).atos == "/src/main.c:20");
  CHECK(ask(*index, 0x178).atos == "/src/util/scale.h:3");
  // Behind the end of the line sequence.
  CHECK(ask(*index, 0x180).chain == Chain{"main :0"});
}

TEST_CASE("rows at addresses that are no multiple of the instruction step") {
  std::vector<Draft> drafts{Draft(4)};
  add_main(drafts[0], 0x102);
  const std::array pieces = {Piece{0x102, 0x202, 0, 0}};
  const auto file = write(drafts, pieces);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  CHECK(index->instruction_step() == 1);
  CHECK(ask(*index, 0x121).chain == Chain{"main /src/main.c:10"});
  CHECK(ask(*index, 0x122).chain == Chain{"scale /src/util/scale.h:4", "main /src/main.c:12"});
}

TEST_CASE("pieces too far from each other for one block") {
  std::vector<Draft> drafts{Draft(1)};
  std::vector<Piece> pieces;
  for (std::uint32_t i = 0; i < 100; ++i) {
    const std::uint64_t begin = 0x1000 + i * 0x3ff0ULL;
    add_main(drafts[0], begin);
    pieces.push_back({begin, begin + 0x100, 0, i});
  }
  const auto file = write(drafts, pieces);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  CHECK(index->block_count() > 100 / pieces_in_block + 1);
  for (const Piece& piece : pieces) {
    CHECK(ask(*index, piece.begin).chain == Chain{"main /src/main.c:10"});
    CHECK(ask(*index, piece.begin + 0x20).chain == Chain{"scale /src/util/scale.h:4", "main /src/main.c:12"});
    CHECK(ask(*index, piece.end).function.empty());
    CHECK(ask(*index, piece.begin - 1).function.empty());
  }
}

TEST_CASE("more files in a block than a callee can name") {
  std::vector<Draft> drafts{Draft(1)};
  Draft& draft = drafts[0];
  std::vector<Piece> pieces;
  for (std::uint32_t i = 0; i < 30; ++i) {
    draft.begin_function(i * 0x100, i * 0x100 + 0x100, draft.name(draft.keep("f" + std::to_string(i))),
                         Source::DebugInfo, 0, 0);
    for (std::uint32_t call = 1; call <= 20; ++call) {
      const std::string number = std::to_string(i * 20 + call);
      const DraftPlace place{draft.file(draft.keep("/h" + number)), call};
      draft.add_call(0, draft.name(draft.keep("g" + number)), {draft.file(draft.keep("/c" + number)), 7});
      draft.add_row({i * 0x100 + (call - 1) * 4, call, place, place});
    }
    draft.end_function();
    pieces.push_back({i * 0x100, i * 0x100 + 0x100, 0, i});
  }
  const auto file = write(drafts, pieces);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  for (std::uint32_t i = 0; i < 30; ++i)
    for (std::uint32_t call = 1; call <= 20; ++call) {
      const std::string number = std::to_string(i * 20 + call);
      CHECK(ask(*index, i * 0x100 + (call - 1) * 4).chain ==
            Chain{"g" + number + " /h" + number + ":" + std::to_string(call),
                  "f" + std::to_string(i) + " /c" + number + ":7"});
    }
}

TEST_CASE("a deep and wide tree of calls in a function of many pieces") {
  std::vector<Draft> drafts{Draft(1)};
  Draft& draft = drafts[0];
  std::mt19937 random(5);
  std::vector<std::string> names(300);
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = "inlinee" + std::to_string(i);
  const std::uint32_t call_count = 2000;
  std::vector<std::uint32_t> parents(call_count + 1);
  std::vector<std::string> expected_names(call_count + 1, "big");
  draft.begin_function(0, 100'000, draft.name("big"), Source::DebugInfo, 0, 0);
  std::vector<std::string> sites(call_count + 1);
  for (std::uint32_t i = 1; i <= call_count; ++i) {
    parents[i] = random() % 3 == 0 ? 0 : static_cast<std::uint32_t>(random() % i);
    const std::string path = "/f" + std::to_string(random() % 5);
    const auto line = static_cast<std::uint32_t>(random() % 900);
    const std::string& name = names[random() % names.size()];
    draft.add_call(parents[i], draft.name(name), {draft.file(path), line});
    expected_names[i] = name;
    sites[i] = path + ":" + std::to_string(line);
  }
  std::vector<Chain> expected;
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t at = 0; at < 100'000; at += 1 + random() % 40) {
    const auto call = static_cast<std::uint32_t>(random() % (call_count + 1));
    const std::string path = "/f" + std::to_string(random() % 5);
    const auto line = static_cast<std::uint32_t>(random() % 900);
    const DraftPlace place{draft.file(path), line};
    draft.add_row({at, call, place, random() % 4 == 0 ? DraftPlace{draft.file("/g"), line + 7} : place});
    Chain chain;
    std::string where = path + ":" + std::to_string(line);
    for (std::uint32_t c = call;; c = parents[c]) {
      chain.push_back(expected_names[c] + " " + where);
      if (c == 0) break;
      where = sites[c];
    }
    expected.push_back(chain);
    addresses.push_back(at);
  }
  draft.end_function();
  const std::array pieces = {Piece{0, 100'000, 0, 0}};
  const auto file = write(drafts, pieces);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  CHECK(index->counts().functions == 1);
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    CHECK(ask(*index, addresses[i]).chain == expected[i]);
    if (i + 1 < addresses.size()) CHECK(ask(*index, addresses[i + 1] - 1).chain == expected[i]);
  }
  Answer answer;
  // Several at once: in any order, with some that are nowhere.
  std::vector<Answer> answers(NativeIndex::most_at_once);
  for (std::uint32_t round = 0; round < 200; ++round) {
    std::vector<ImageOffset> offsets(1 + round % NativeIndex::most_at_once);
    for (ImageOffset& offset : offsets) offset.value = random() % 110'000;
    const std::uint32_t found = index->lookup(offsets, answers);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      REQUIRE((found >> i & 1) == (index->lookup(offsets[i], answer) ? 1 : 0));
      if ((found >> i & 1) == 0) continue;
      CHECK(answers[i].begin.value == answer.begin.value);
      CHECK(answers[i].name == answer.name);
      CHECK(answers[i].symbol == answer.symbol);
      CHECK(answers[i].atos_place.line == answer.atos_place.line);
      REQUIRE(answers[i].chain.size() == answer.chain.size());
      for (std::size_t frame = 0; frame < answer.chain.size(); ++frame) {
        CHECK(answers[i].chain[frame].name == answer.chain[frame].name);
        CHECK(answers[i].chain[frame].place.file == answer.chain[frame].place.file);
        CHECK(answers[i].chain[frame].place.line == answer.chain[frame].place.line);
      }
    }
  }
  REQUIRE(index->lookup({50'000}, answer));
  CHECK(answer.begin.value == 0);
  CHECK(answer.end.value == 100'000);
  const auto part = Slicer(*index).slice({30'000}, {60'000});
  REQUIRE(part);
  const auto sliced = NativeIndex::open(*part);
  REQUIRE(sliced);
  for (std::uint64_t at = 30'000; at < 60'000; at += 11) {
    CHECK(ask(*sliced, at).chain == ask(*index, at).chain);
    CHECK(ask(*sliced, at).atos == ask(*index, at).atos);
  }
  REQUIRE(sliced->lookup({50'000}, answer));
  CHECK(answer.begin.value == 0);
  CHECK(answer.end.value == 100'000);
}

TEST_CASE("the symbol table's names stand beside the debug information's") {
  std::vector<Draft> drafts{Draft(1)};
  add_main(drafts[0]);
  const std::array pieces = {Piece{0x100, 0x200, 0, 0}};
  const std::array symbols = {SymbolRange{0x80, 0x110, drafts[0].name("start"), 0},
                              SymbolRange{0x120, 0x200, drafts[0].name("main.cold"), 0}};
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

TEST_CASE("aliases are found by name, in a slice as well") {
  std::vector<Draft> drafts{Draft(1)};
  add_main(drafts[0], 0x100);
  add_main(drafts[0], 0x300);
  const std::array pieces = {Piece{0x100, 0x200, 0, 0}, Piece{0x300, 0x400, 0, 1}};
  const std::array symbols = {SymbolRange{0x100, 0x200, drafts[0].name("first"), 0},
                              SymbolRange{0x300, 0x400, drafts[0].name("second"), 0}};
  const std::array aliases = {Alias{0x100, drafts[0].name("one"), 0}, Alias{0x300, drafts[0].name("two"), 0},
                              Alias{0x300, drafts[0].name("second"), 0}};
  const auto file = write_native({NativeMeta(), drafts, pieces, symbols, aliases}, 1);
  const auto whole = NativeIndex::open(file);
  REQUIRE(whole);
  CHECK(whole->functions_named("one") == std::vector<ImageOffset>{{0x100}});
  CHECK(whole->functions_named("second") == std::vector<ImageOffset>{{0x300}});
  CHECK(ask(*whole, 0x300).symbol == "second");
  const auto part = Slicer(*whole).slice({0x300}, {0x310});
  REQUIRE(part);
  const auto slice = NativeIndex::open(*part);
  REQUIRE(slice);
  CHECK(slice->functions_named("two") == std::vector<ImageOffset>{{0x300}});
  CHECK(slice->functions_named("second") == std::vector<ImageOffset>{{0x300}});
  CHECK(slice->functions_named("one").empty());
  CHECK(slice->name_count() < whole->name_count());
}

TEST_CASE("what is in files of split DWARF is kept, in a slice as well") {
  std::vector<Draft> drafts{Draft(1)};
  add_main(drafts[0]);
  const std::array pieces = {Piece{0x100, 0x200, 0, 0}};
  NativeMeta meta;
  meta.split = split_units(7, {"/b/d.dwo", "c.dwo", "", "a.dwo", "c.dwo", "b.dwo"});
  CHECK(meta.split.files == 4);
  CHECK(meta.split.names == std::vector<std::string>{"d.dwo", "a.dwo", "b.dwo"});
  const auto file = write_native({meta, drafts, pieces, {}, {}}, 1);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  CHECK(index->split().units == 7);
  CHECK(index->split().files == 4);
  CHECK(index->split().names == meta.split.names);
  const auto part = Slicer(*index).slice({0x100}, {0x110});
  REQUIRE(part);
  CHECK(NativeIndex::open(*part)->split().names == meta.split.names);
}

TEST_CASE("what is missing is named without folders, but as an archive calls its members") {
  const SplitUnits missing = missing_objects({"/build/lib.a(part/x.o)", "/build/y.o", "C:\\build\\z.o"});
  CHECK(missing.names == std::vector<std::string>{"lib.a(part/x.o)", "y.o", "z.o"});
  CHECK(told(missing, "program").contains("were not found: lib.a(part/x.o), y.o, z.o; "));
}

TEST_CASE("more names of split DWARF than there may be, or longer ones, are damage") {
  std::vector<Draft> drafts{Draft(1)};
  add_main(drafts[0]);
  const std::array pieces = {Piece{0x100, 0x200, 0, 0}};
  const auto opens = [&](std::uint64_t files, std::size_t names, std::size_t size) {
    NativeMeta meta;
    meta.split = {.units = 1, .files = files, .names = std::vector(names, std::string(size, 'x'))};
    return NativeIndex::open(write_native({meta, drafts, pieces, {}, {}}, 1)).has_value();
  };
  CHECK(opens(3, 3, SplitUnits::longest_name));
  CHECK_FALSE(opens(9, SplitUnits::most_names + 1, 1));
  CHECK_FALSE(opens(1, 2, 1));
  CHECK_FALSE(opens(3, 1, SplitUnits::longest_name + 1));
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
      draft.add_row({a,
                     0,
                     {file, static_cast<std::uint32_t>(random() % 5000)},
                     {file, static_cast<std::uint32_t>(random() % 9)}});
    draft.end_function();
    pieces.push_back({at, at + size, i % 2, i / 2});
    at += size;
  }
  const auto file = write(drafts, pieces);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  CHECK(index->counts().functions == 5000);
  const std::uint64_t from = at / 3, to = at / 2;
  const auto part = Slicer(*index).slice({from}, {to});
  REQUIRE(part);
  CHECK(part->size() < file.size() / 3);
  const auto sliced = NativeIndex::open(*part);
  REQUIRE(sliced);
  CHECK(sliced->id() == index->id());
  for (std::uint64_t offset = from; offset < to; offset += 5) {
    const Expected whole = ask(*index, offset), small = ask(*sliced, offset);
    CHECK(whole.function == small.function);
    CHECK(whole.chain == small.chain);
    CHECK(whole.atos == small.atos);
  }
  CHECK(index->functions_named("function_17").size() == 2);
}

TEST_CASE("whole blocks that are copied answer as the index does, and as a slice of them") {
  std::vector<Draft> drafts{Draft(1)};
  std::vector<Piece> pieces;
  std::vector<SymbolRange> symbols;
  std::vector<Alias> aliases;
  std::mt19937 random(5);
  Draft& draft = drafts[0];
  std::uint64_t at = 0x1000;
  for (std::uint32_t i = 0; i < 400; ++i) {
    const auto name = [&](std::string text) { return draft.name(draft.keep(std::move(text))); };
    const std::string number = std::to_string(i);
    if (i % 3 == 0) {
      add_main(draft, at);
    } else {
      const FileKey file = draft.file("/src/dir" + std::to_string(i % 40) + "/f" + number + ".c");
      draft.begin_function(at, at + 0x100, name("f" + number), Source::DebugInfo, 0, i, i % 7 == 0);
      for (std::uint64_t a = at; a < at + 0x100; a += 1 + random() % 20)
        draft.add_row({a, 0, {file, i + 1}, {file, static_cast<std::uint32_t>(random() % 9)}});
      draft.add_call_site(at + 9, name("callee" + std::to_string(i % 60)), 0);
      draft.add_call_site(at + 0x20, 0, 0);
      draft.end_function();
    }
    // Some are cut, and some followed by nothing.
    pieces.push_back({at, at + (i % 5 == 0 ? 0x80 : 0x100), 0, i});
    if (i % 10 == 0) pieces.push_back({at + 0xa0, at + 0x100, 0, i});
    if (i % 4 == 0) symbols.push_back({at, at + 0x40, name("symbol" + number), 0});
    if (i % 4 == 0) symbols.push_back({at + 0x50, at + 0x60, name("local" + number), 0});
    if (i % 6 == 0) aliases.push_back({at, name("alias" + std::to_string(i % 90)), 0});
    at += 0x100 + random() % 2 * 0x30;
  }
  const std::vector<TrampolineRange> trampolines{{0x1010, 0x1018}, {0x9000, 0x9008}};
  const auto file = write_native({NativeMeta(), drafts, pieces, symbols, aliases, trampolines}, 1);
  const auto index = NativeIndex::open(file);
  REQUIRE(index);
  REQUIRE(index->block_count() > 8);
  const Slicer slicer(*index);
  const auto called = [](const NativeIndex& of, std::uint64_t offset) {
    std::string name;
    const auto call = of.folding().call_returning_to({offset});
    if (call) of.read_name(call->callee, name);
    return call ? std::to_string(static_cast<int>(call->kind)) + name : "none";
  };
  for (std::size_t first = 0; first < index->block_count(); first += 3) {
    const std::size_t count = std::min<std::size_t>(3, index->block_count() - first);
    const std::uint64_t begin = index->block_start(first),
                        end = first + count < index->block_count() ? index->block_start(first + count) : at;
    const auto copy = slicer.slice_of_blocks(first, count), drafted = slicer.slice({begin}, {end});
    REQUIRE(copy);
    REQUIRE(drafted);
    const auto part = NativeIndex::open(*copy), other = NativeIndex::open(*drafted);
    REQUIRE(part);
    REQUIRE(other);
    CHECK(part->envelope().verify_checksums());
    CHECK(part->counts().functions == other->counts().functions);
    CHECK(part->counts().with_lines == other->counts().with_lines);
    CHECK(part->name_count() == other->name_count());
    CHECK(part->trampolines() == other->trampolines());
    Answer answer, of_part;
    for (std::uint64_t offset = begin; offset < end; ++offset) {
      REQUIRE(index->lookup({offset}, answer) == part->lookup({offset}, of_part));
      CHECK(called(*part, offset) == (offset == begin ? called(*other, offset) : called(*index, offset)));
      const Expected whole = ask(*index, offset), small = ask(*part, offset);
      REQUIRE(whole.function == small.function);
      REQUIRE(whole.symbol == small.symbol);
      REQUIRE(whole.chain == small.chain);
      REQUIRE(whole.atos == small.atos);
      if (whole.function.empty()) continue;
      CHECK(answer.begin == of_part.begin);
      CHECK(answer.end == of_part.end);
      CHECK(answer.is_part == of_part.is_part);
      CHECK(answer.symbol_begin == of_part.symbol_begin);
    }
    std::vector<std::pair<std::string, std::uint64_t>> named, named_there;
    const auto names_into = [](const NativeIndex& of, auto& all) {
      std::string text;
      of.each_function_name([&](NameId name, ImageOffset where) {
        of.read_name(name, text);
        all.emplace_back(text, where.value);
      });
    };
    names_into(*part, named);
    names_into(*other, named_there);
    CHECK(named == named_there);
  }
}

TEST_CASE("what signal handlers return to is marked, also in a slice") {
  std::vector<Draft> drafts{Draft(1)};
  drafts[0].begin_function(0, 0x1000, drafts[0].name("f"), Source::SymbolTable, 0, 0);
  drafts[0].end_function();
  const std::vector<Piece> pieces{{0, 0x1000, 0, 0}};
  const std::vector<TrampolineRange> trampolines{{0x3f, 0x48}, {0x800, 0x808}};
  NativeMeta meta;
  meta.id = *ImageId::parse("aabb");
  const auto without = write_native({meta, drafts, pieces, {}}, 1);
  const auto with = write_native({meta, drafts, pieces, {}, {}, trampolines}, 1);
  CHECK(with.size() - without.size() <= 48);  // a line in the table of sections, and a few bytes
  const auto index = NativeIndex::open(with);
  REQUIRE(index);
  CHECK(index->trampolines() == trampolines);
  for (const std::uint64_t offset : {0x3fU, 0x47U, 0x800U, 0x807U}) CHECK(index->is_trampoline({offset}));
  for (const std::uint64_t offset : {0x0U, 0x3eU, 0x48U, 0x7ffU, 0x808U})
    CHECK_FALSE(index->is_trampoline({offset}));
  const auto plain = NativeIndex::open(without);
  REQUIRE(plain);
  CHECK_FALSE(plain->is_trampoline({0x3f}));
  const auto part = Slicer(*index).slice({0x700}, {0x900});
  REQUIRE(part);
  const auto slice = NativeIndex::open(*part);
  REQUIRE(slice);
  CHECK(slice->trampolines() == std::vector<TrampolineRange>{{0x800, 0x808}});
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
  const std::array pieces = {Piece{0x100, 0x180, 0, 0}, Piece{0x190, 0x200, 0, 0}};
  const std::array symbols = {SymbolRange{0x80, 0x110, drafts[0].name("start"), 0},
                              SymbolRange{0x120, 0x200, drafts[0].name("main.cold"), 0}};
  const auto file = write(drafts, pieces, symbols);
  for (std::size_t i = 72; i < file.size(); ++i) {
    for (const unsigned flip : {0x01U, 0x80U, 0xffU}) {
      auto damaged = file;
      damaged[i] = static_cast<std::uint8_t>(damaged[i] ^ flip);
      const auto index = NativeIndex::open(damaged);
      if (!index) continue;
      for (std::uint64_t offset = 0xf0; offset < 0x210; offset += 3) ask(*index, offset);
      std::vector<NativeIndex::WholePiece> all;
      for (std::size_t block = 0; block < index->block_count(); ++block) index->read_block(block, all);
      if (const auto part = Slicer(*index).slice_of_blocks(0, index->block_count())) {
        const auto copy = NativeIndex::open(*part);
        REQUIRE(copy);
        for (std::uint64_t offset = 0xf0; offset < 0x210; offset += 3) ask(*copy, offset);
      }
      index->functions_named("main");
      index->each_function_name([](NameId, ImageOffset) {});
    }
  }
}

TEST_CASE("Where code lies in the file is kept, also by a slice") {
  std::vector<Draft> drafts{Draft(1)};
  drafts[0].begin_function(0x10, 0x20, drafts[0].name("f"), Source::SymbolTable, 0, 0);
  drafts[0].end_function();
  const std::vector<Piece> pieces{{0x10, 0x20, 0, 0}};
  NativeMeta meta;
  meta.text_base = {0x400000};
  const auto without = write_native({meta, drafts, pieces, {}}, 1);
  meta.segments = {{0x1000, {0x402000}, 0x30}, {std::nullopt, {0x500000}, 7}, {0x9000, {0x3ff000}, 5}};
  const auto with = write_native({meta, drafts, pieces, {}}, 1);
  const auto index = NativeIndex::open(with);
  REQUIRE(index);
  // What lies below the image's beginning is nowhere in it.
  const std::vector<CodeSegment> kept{{0x1000, {0x402000}, 0x30}, {std::nullopt, {0x500000}, 7}};
  CHECK(index->code_segments() == kept);
  const auto sliced = Slicer(*index).slice({0}, {0x100});
  REQUIRE(sliced);
  CHECK(NativeIndex::open(*sliced)->code_segments() == kept);
  CHECK(NativeIndex::open(without)->code_segments().empty());
  CHECK(with.size() - without.size() <= 48);
}

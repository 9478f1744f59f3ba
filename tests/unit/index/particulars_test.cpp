// What only few ask of an index: where functions are declared, and discriminators.
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "index/native_index.h"
#include "index/native_writer.h"

namespace symkit::index {
namespace {

constexpr std::uint64_t text_base = 0x400000;
constexpr std::uint64_t runs = 100;

Draft draft_of_functions() {
  Draft draft(1, FileAddress{text_base});
  DraftParticulars& particulars = draft.particulars();
  particulars.keeps_declarations = true;
  const std::vector<std::pair<const char*, const char*>> functions = {
      {"only", "/src/a.c"}, {"same", "/src/a.c"}, {"same", "/src/b.c"}, {"twice", "/src/a.c"}};
  std::uint64_t at = text_base;
  std::uint32_t line = 10;
  for (const auto& [name, path] : functions) {
    const NameKey key = draft.name(name);
    const FileKey file = draft.file(path);
    draft.begin_function(at, at + 0x1000, key, Source::DebugInfo, 0, 0);
    draft.add_row({.address = at, .call = 0, .place = {file, line + 1}, .atos_place = {file, line + 1}});
    draft.end_function();
    particulars.declarations.push_back({key, {file, line}});
    at += 0x1000;
    line += 10;
  }
  particulars.declarations.push_back({draft.name("twice"), {draft.file("/src/a.c"), 77}});
  for (std::uint64_t i = 0; i < runs; ++i) {
    const std::uint64_t begin = text_base + i * 0x20;
    particulars.discriminators.push_back({begin, begin + 4, static_cast<std::uint32_t>(i + 1), 0});
  }
  // The unit that stands first says what holds where two speak of one place.
  particulars.discriminators.push_back({text_base, text_base + 6, 500, 9});
  return draft;
}

std::vector<std::uint8_t> written(const Draft& draft) {
  std::vector<Piece> pieces;
  for (std::uint32_t i = 0; i < draft.functions().size(); ++i)
    pieces.push_back({draft.functions()[i].begin, draft.functions()[i].end, 0, i});
  NativeMeta meta;
  meta.text_base = {text_base};
  meta.has_declarations = true;
  return write_native({.meta = meta, .drafts = std::span(&draft, 1), .pieces = pieces, .symbols = {}}, 1);
}

Declarations::Declared declared_at(const NativeIndex& index, std::uint64_t offset) {
  Answer answer;
  REQUIRE(index.lookup({offset}, answer));
  return index.declarations().of(answer.name, answer.chain.front().place.file);
}

TEST_CASE("a function is declared where the draft says, told apart by its file") {
  const auto bytes = written(draft_of_functions());
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  std::string path;
  CHECK(declared_at(*index, 0).line == 10);
  index->read_path(declared_at(*index, 0).file, path);
  CHECK(path == "/src/a.c");
  CHECK(declared_at(*index, 0x1000).line == 20);
  CHECK(declared_at(*index, 0x2000).line == 30);
  // Two of one name in one file: nobody can say which it is.
  CHECK(declared_at(*index, 0x3000).line == 0);
  CHECK(index->declarations().of(0, 1).line == 0);
  CHECK(index->declarations().of(UINT32_MAX, 1).line == 0);
}

TEST_CASE("a discriminator holds for its stretch of code, in every group of them") {
  const auto bytes = written(draft_of_functions());
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  for (std::uint64_t i = 0; i < runs; ++i) {
    CHECK(index->discriminators().at({i * 0x20}) == i + 1);
    CHECK(index->discriminators().at({i * 0x20 + 3}) == i + 1);
    CHECK(index->discriminators().at({i * 0x20 + 6}) == 0);
  }
  CHECK(index->discriminators().at({4}) == 500);
  CHECK(index->discriminators().at({UINT64_MAX}) == 0);
}

TEST_CASE("damaged particulars give no answer and no harm") {
  const auto whole = written(draft_of_functions());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    auto bytes = whole;
    bytes[at] ^= 0xff;
    const auto index = NativeIndex::open(bytes);
    if (!index) continue;
    for (std::uint32_t name = 0; name < 8; ++name) index->declarations().of(name, 1);
    for (std::uint64_t i = 0; i < runs; ++i) index->discriminators().at({i * 0x20 + 1});
  }
}

TEST_CASE("an index that was not asked has none of it") {
  Draft draft(1, FileAddress{text_base});
  draft.begin_function(text_base, text_base + 8, draft.name("f"), Source::DebugInfo, 0, 0);
  draft.end_function();
  const std::vector<Piece> pieces = {{0, 8, 0, 0}};
  NativeMeta meta;
  meta.text_base = {text_base};
  const auto bytes =
      write_native({.meta = meta, .drafts = std::span(&draft, 1), .pieces = pieces, .symbols = {}}, 1);
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  for (const std::uint32_t tag : index->envelope().tags())
    CHECK((tag != declarations_tag && tag != discriminators_tag && tag != variables_tag));
  CHECK(!index->facts().has_declarations);
  CHECK(!index->facts().has_variables);
}

}  // namespace
}  // namespace symkit::index

// What a store holds, what belongs together in it, and what goes from one into another.
#include "keep/store/stock.h"

#include <filesystem>
#include <fstream>

#include "doctest/doctest.h"

#include "keep/store/chain.h"
#include "keep/store/folder_shelf.h"
#include "keep/store/parts.h"
#include "keep/store/transfer.h"
#include "support/scratch.h"

using namespace symkit;
using index::Kind;
using store::FolderShelf;
using store::Key;

namespace {

const ImageId some_id = *ImageId::parse("c061ee83b61d33528ee5655491db1d16");
const ImageId other_id = *ImageId::parse("c0ffee00");

std::vector<std::uint8_t> index_saying(std::string_view text, const ImageId& id, Kind kind = Kind::Native) {
  const index::SectionContent section(index::tag("TEXT"), as_bytes(text));
  return index::seal(kind, id, 1, {&section, 1});
}

void put(store::Shelf& shelf, const Key& key, Bytes bytes) { REQUIRE(shelf.put(key, {&bytes, 1})); }

}  // namespace

TEST_CASE("what lies in a folder is listed by its kind and its image; the rest is passed over") {
  const test::Scratch scratch;
  FolderShelf shelf(scratch.path);
  CHECK(store::holdings_of(shelf)->empty());
  const auto part = index_saying("a part", some_id);
  put(shelf, {.id = some_id}, index_saying("whole", some_id));
  put(shelf, {.id = some_id, .kind = Kind::Mapping}, index_saying("names", some_id, Kind::Mapping));
  put(shelf, {.id = other_id, .kind = Kind::Manifest}, index_saying("parts", other_id, Kind::Manifest));
  put(shelf, store::part_key(other_id, 7), part);
  put(shelf, store::part_key(other_id, 8), part);
  std::ofstream(scratch.path + "/c0/README") << "text";
  std::ofstream(scratch.path + "/c0/ab.native.symx") << "no name of ours";
  std::ofstream(scratch.path + "/c0/ab.7.symx") << "nor this";
  const auto all = store::holdings_of(shelf);
  REQUIRE(all);
  REQUIRE(all->size() == 3);
  CHECK(store::bytes_of(*all) > 3 * part.size());
  for (const store::Holding& holding : *all) {
    CHECK(holding.has_head);
    CHECK(holding.keys.front().part == 0);
    CHECK(holding.parts == (holding.id == other_id ? 2 : 0));
    CHECK(holding.keys.size() == holding.parts + 1);
  }
}

TEST_CASE("parts that nothing leads to are left over, and copies are told from them") {
  const test::Scratch scratch;
  FolderShelf shelf(scratch.path);
  put(shelf, store::part_key(some_id, 7), index_saying("a part", some_id));
  put(shelf, store::part_key(other_id, 7), index_saying("a part", other_id));
  put(shelf, store::copied_head({.id = other_id, .kind = Kind::Manifest}),
      index_saying("parts", other_id, Kind::Manifest));
  const auto all = store::holdings_of(shelf);
  REQUIRE(all->size() == 2);
  for (const store::Holding& holding : *all) {
    CHECK_FALSE(holding.has_head);
    CHECK(holding.is_copy == (holding.id == other_id));
  }
  CHECK(shelf.remove((*all)[0].keys) == 1);
  CHECK(shelf.remove((*all)[0].keys) == 0);
  CHECK(store::holdings_of(shelf)->size() == 1);
}

TEST_CASE("what goes from one store into another is checked, and not sent twice") {
  const test::Scratch scratch;
  FolderShelf from(scratch.path + "/from"), to(scratch.path + "/to");
  const auto bytes = index_saying("whole", some_id);
  put(from, {.id = some_id}, bytes);
  const auto sent = store::transfer(from, to, some_id, Kind::Native);
  REQUIRE(sent);
  CHECK((sent->is_there && !sent->was_there && sent->bytes == bytes.size()));
  CHECK(store::transfer(from, to, some_id, Kind::Native)->was_there);
  CHECK_FALSE(store::transfer(from, to, other_id, Kind::Native)->is_there);
  auto damaged = index_saying("another", some_id);
  damaged.back() ^= 1;
  put(from, {.id = some_id}, damaged);
  CHECK(store::transfer(from, to, some_id, Kind::Native).error().message.contains("is damaged"));
  CHECK(std::ranges::equal((*to.find({.id = some_id}))->bytes(), bytes));
}

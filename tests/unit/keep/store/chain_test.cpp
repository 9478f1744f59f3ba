// Stores one behind the other: who is asked, what is copied where, and what is not believed.
#include "keep/store/chain.h"

#include <filesystem>
#include <fstream>

#include "doctest/doctest.h"

#include "keep/store/chain_shelf.h"
#include "keep/store/folder_shelf.h"
#include "support/scratch.h"

using namespace symkit;
using index::Kind;
using store::ChainShelf;
using store::FolderShelf;
using store::Key;

namespace {

namespace fs = std::filesystem;

const ImageId some_id = *ImageId::parse("c061ee83b61d33528ee5655491db1d16");
const ImageId other_id = *ImageId::parse("c0ffee00");

// A sound index that says `text` in a section.
std::vector<std::uint8_t> index_saying(std::string_view text, const ImageId& id = some_id,
                                       Kind kind = Kind::Native) {
  const index::SectionContent section(index::tag("TEXT"), as_bytes(text));
  return index::seal(kind, id, 1, {&section, 1});
}

std::string said_by(const store::Found& found) {
  if (!found) return "error: " + found.error().message;
  if (*found == nullptr) return "nothing";
  const auto envelope = index::Envelope::open((*found)->bytes());
  return envelope ? std::string(as_text(envelope->section(index::tag("TEXT")))) : "damaged";
}

void put(store::Shelf& shelf, const Key& key, const std::vector<std::uint8_t>& bytes) {
  const Bytes piece = bytes;
  REQUIRE(shelf.put(key, {&piece, 1}));
}

// A shelf that can be told to fail, and counts how often it is asked.
class Fickle final : public store::Shelf {
 public:
  explicit Fickle(std::string folder) : folder_(std::move(folder)) {}
  std::vector<store::Found> get(std::span<const Key> keys) override {
    ++asked;
    keys_asked += keys.size();
    if (works) return folder_.get(keys);
    return std::vector<store::Found>(keys.size(), fail("out of order"));
  }
  Result<void> put(const Key& key, std::span<const Bytes> pieces) override {
    ++puts;
    return works && takes ? folder_.put(key, pieces) : fail("takes nothing");
  }
  Result<std::vector<ImageId>> ids(Kind kind) override {
    return works ? folder_.ids(kind) : fail("out of order");
  }
  std::vector<Ids> ids_like_each(std::span<const Key> keys) override {
    return works ? folder_.ids_like_each(keys) : std::vector<Ids>(keys.size(), fail("out of order"));
  }
  std::string place() const override { return folder_.place(); }
  std::string place_of(const Key& key) const override { return folder_.place_of(key); }

  bool works = true;
  bool takes = true;
  std::size_t asked = 0;
  std::size_t keys_asked = 0;
  std::size_t puts = 0;

 private:
  FolderShelf folder_;
};

// Three shelves one behind the other, each of which can be told to fail.
struct Chained {
  test::Scratch scratch;
  Fickle* near = nullptr;
  Fickle* middle = nullptr;
  Fickle* far = nullptr;
  std::unique_ptr<ChainShelf> chain;

  Chained() {
    std::vector<std::unique_ptr<store::Shelf>> shelves;
    for (const auto& [name, shelf] : {std::pair("near", &near), {"middle", &middle}, {"far", &far}}) {
      auto one = std::make_unique<Fickle>(scratch.path + '/' + name);
      *shelf = one.get();
      shelves.push_back(std::move(one));
    }
    chain = std::make_unique<ChainShelf>(std::move(shelves));
  }
};

}  // namespace

TEST_CASE("a list of stores is read from commas, in the environment from blanks, too") {
  using store::Between;
  CHECK(store::read_chain("") == store::Chain{});
  CHECK(store::read_chain("/a") == store::Chain{"/a"});
  CHECK(store::read_chain("/a,redis://h/1,,/b,") == store::Chain{"/a", "redis://h/1", "/b"});
  CHECK(store::read_chain("/a b,/c") == store::Chain{"/a b", "/c"});
  CHECK(store::read_chain(" /a b,/c\n", Between::CommasAndBlanks) == store::Chain{"/a", "b", "/c"});
  // The nodes of a cluster stand between commas, too.
  CHECK(store::read_chain("/x,redis://a:1,b:2/0,/y") == store::Chain{"/x", "redis://a:1,b:2/0", "/y"});
  CHECK(store::read_chain("redis://a,/y,b") == store::Chain{"redis://a", "/y", "b"});
  CHECK(store::read_chain("redis://a b", Between::CommasAndBlanks) == store::Chain{"redis://a", "b"});
  const test::Scratch scratch;
  const std::string odd = scratch.path + "/a, b";
  fs::create_directories(odd);
  CHECK(store::read_chain(odd) == store::Chain{odd});
  CHECK(store::read_chain(odd, Between::CommasAndBlanks) == store::Chain{odd});
}

TEST_CASE("what can be no store is said before anybody asks it") {
  CHECK(store::check_chain({"/a", "b:/c", "file:///d", "./x://y"}));
  const auto wrong = store::check_chain({"/a", "gopher://h/x"});
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message ==
        "store gopher://h/x: gopher:// is not a known kind of store; use a folder, redis:// or "
        "https://");
  CHECK(store::check_chain({"redis://h:1/2", "rediss://u:p@h", "unix:///s?db=1"}));
  CHECK_FALSE(store::check_chain({"redis://h:port"}));
  for (const char* store : {"redis:/h:1", "unix:/s", "https:/h/x"}) CHECK_FALSE(store::check_chain({store}));
  CHECK(store::check_chain({"redis:/h"}).error().message ==
        "store redis:/h: an address needs two slashes: redis://");
}

TEST_CASE("a chain is asked in its order, and what a later one has is copied to the earlier") {
  Chained all;
  const Key key{.id = some_id}, part{.id = some_id, .kind = Kind::Native, .part = 7};
  put(*all.middle, key, index_saying("middle"));
  put(*all.far, key, index_saying("far"));
  CHECK(said_by(all.chain->find(key)) == "middle");
  CHECK(said_by(all.near->find(key)) == "middle");
  CHECK(said_by(all.far->find(key)) == "far");
  const std::size_t asked = all.middle->asked;
  CHECK(said_by(all.chain->find(key)) == "middle");
  CHECK(all.middle->asked == asked);
  CHECK(said_by(all.chain->find(part)) == "nothing");
}

TEST_CASE("parts are copied as whole indexes are, and both are asked for in one question") {
  Chained all;
  const auto whole = index_saying("whole"), bytes = index_saying("part");
  const Key key{.id = some_id}, part{.id = some_id, .kind = Kind::Native, .part = index::checksum_of(bytes)};
  const Key mapping{.id = other_id, .kind = Kind::Mapping};
  put(*all.far, key, whole);
  put(*all.far, part, bytes);
  put(*all.far, mapping, index_saying("names", other_id, Kind::Mapping));
  const Key keys[] = {part, key, {.id = other_id}, mapping};
  const auto found = all.chain->get(keys);
  REQUIRE(found.size() == 4);
  CHECK(said_by(found[0]) == "part");
  CHECK(said_by(found[1]) == "whole");
  CHECK(said_by(found[2]) == "nothing");
  CHECK(said_by(found[3]) == "names");
  CHECK(all.far->asked == 1);
  CHECK(said_by(all.near->find(part)) == "part");
  CHECK(said_by(all.middle->find(mapping)) == "names");
}

TEST_CASE("a copied manifest is the chain's own: alone, no store seems to have all parts") {
  Chained all;
  const Key manifest{.id = some_id, .kind = Kind::Manifest};
  put(*all.far, manifest, index_saying("parts", some_id, Kind::Manifest));
  CHECK(said_by(all.chain->find(manifest)) == "parts");
  CHECK(said_by(all.near->find(manifest)) == "nothing");
  CHECK(all.near->ids(Kind::Manifest)->empty());
  const std::size_t asked = all.far->asked;
  CHECK(said_by(all.chain->find(manifest)) == "parts");
  CHECK(all.far->asked == asked);
  CHECK(fs::exists(all.chain->place_of(manifest)));
  // One with all its parts goes before a copy.
  put(*all.near, manifest, index_saying("all parts", some_id, Kind::Manifest));
  CHECK(said_by(all.chain->find(manifest)) == "all parts");
}

TEST_CASE("who finds an index in one form asks nobody further on for the other") {
  Chained all;
  const Key keys[] = {{.id = some_id}, {.id = some_id, .kind = Kind::Manifest}};
  put(*all.near, keys[0], index_saying("whole"));
  put(*all.far, keys[1], index_saying("parts", some_id, Kind::Manifest));
  auto found = all.chain->get(keys);
  CHECK(said_by(found[0]) == "whole");
  CHECK(said_by(found[1]) == "nothing");
  CHECK(all.far->asked == 0);
  all.far->works = all.middle->works = false;
  found = all.chain->get(keys);
  CHECK(said_by(found[0]) == "whole");
  CHECK(said_by(found[1]) == "nothing");
  // The other way round, and nothing is copied in the form that is there already.
  Chained other;
  put(*other.near, keys[1], index_saying("parts", some_id, Kind::Manifest));
  put(*other.far, keys[0], index_saying("whole"));
  found = other.chain->get(keys);
  CHECK(said_by(found[0]) == "nothing");
  CHECK(said_by(found[1]) == "parts");
  CHECK(said_by(other.near->find(keys[0])) == "nothing");
}

TEST_CASE("who writes writes to the first that takes it") {
  Chained all;
  const Key key{.id = some_id};
  all.near->takes = false;
  put(*all.chain, key, index_saying("new"));
  CHECK(said_by(all.middle->find(key)) == "new");
  CHECK(said_by(all.far->find(key)) == "nothing");
  CHECK(all.chain->place_of(key) == all.middle->place_of(key));
  // A copy that cannot be made is no failure, and is not tried again and again.
  const std::size_t puts = all.near->puts;
  CHECK(said_by(all.chain->find(key)) == "new");
  CHECK(said_by(all.chain->find(key)) == "new");
  CHECK(all.near->puts == puts + 1);
  all.middle->takes = all.far->takes = false;
  const auto none = index_saying("x", other_id);
  const Bytes piece = none;
  CHECK(all.chain->put({.id = other_id}, {&piece, 1}).error().message == "takes nothing");
}

TEST_CASE("nothing is put where an older one before it would be found instead") {
  Chained all;
  const Key key{.id = some_id};
  put(*all.near, key, index_saying("old"));
  all.near->takes = false;
  const auto bytes = index_saying("new");
  const Bytes piece = bytes;
  CHECK_FALSE(all.chain->put(key, {&piece, 1}));
  CHECK(said_by(all.chain->find(key)) == "old");
  CHECK(said_by(all.middle->find(key)) == "nothing");
}

TEST_CASE("a store that cannot be asked is not one that has nothing") {
  Chained all;
  const Key key{.id = some_id};
  put(*all.far, key, index_saying("far"));
  all.middle->works = false;
  CHECK(said_by(all.chain->find(key)) == "far");
  CHECK(said_by(all.chain->find({.id = other_id})) == "error: out of order");
  const auto like = all.chain->ids_like(*ImageId::parse("ffffffffff"), Kind::Native);
  CHECK_FALSE(like);
  CHECK(all.chain->ids(Kind::Native) == std::vector{some_id});
  all.middle->works = true;
  CHECK(said_by(all.chain->find({.id = other_id})) == "nothing");
  // It was not asked whether it has it, so nothing was copied there, and now it is.
  CHECK(said_by(all.middle->find(key)) == "nothing");
}

TEST_CASE("what does not belong under its key is passed over, and never copied") {
  Chained all;
  const Key key{.id = some_id};
  auto damaged = index_saying("a section whose checksum is wrong");
  damaged.back() ^= 1;
  SUBCASE("another image's") { put(*all.near, key, index_saying("stranger", other_id)); }
  SUBCASE("another kind's") { put(*all.near, key, index_saying("mapping", some_id, Kind::Mapping)); }
  SUBCASE("cut off") {
    auto cut = index_saying("cut");
    cut.pop_back();
    put(*all.near, key, cut);
  }
  SUBCASE("nothing that an index is") { put(*all.near, key, {'x'}); }
  const std::string before = said_by(all.chain->find(key));
  put(*all.far, key, index_saying("right"));
  CHECK(said_by(all.chain->find(key)) == "right");
  CHECK(said_by(all.near->find(key)) == "right");
  const Key late{.id = other_id};
  auto late_damage = index_saying("a section whose checksum is wrong", other_id);
  late_damage.back() ^= 1;
  put(*all.far, late, late_damage);
  CHECK(said_by(all.chain->find(late)).starts_with("a section"));
  CHECK(said_by(all.near->find(late)) == "nothing");
}

TEST_CASE("to look at all indexes copies none of them, and sees each once") {
  Chained all;
  put(*all.near, {.id = some_id}, index_saying("near"));
  put(*all.far, {.id = some_id}, index_saying("far"));
  put(*all.far, {.id = other_id}, index_saying("other", other_id));
  std::vector<std::string> seen;
  REQUIRE(all.chain->each(Kind::Native, [&](const Key& key, const store::Found& found) {
    seen.push_back(said_by(found) + " in " + all.chain->place_of(key));
  }));
  CHECK(seen == std::vector{"near in " + all.near->place_of({.id = some_id}),
                            "other in " + all.far->place_of({.id = other_id})});
  CHECK(said_by(all.near->find({.id = other_id})) == "nothing");
  CHECK(all.chain->place() == all.near->place() + ", " + all.middle->place() + ", " + all.far->place());
}

TEST_CASE("folders are opened one behind the other, as they are named") {
  const test::Scratch scratch;
  std::ofstream(scratch.path + "/file") << "no folder";
  const auto chain = store::open_shelf({scratch.path + "/file/store", "file://" + scratch.path + "/near"});
  put(*chain, {.id = other_id}, index_saying("new", other_id));
  CHECK(said_by(chain->find({.id = other_id})) == "new");
  CHECK(fs::exists(scratch.path + "/near/c0/ffee00.symx"));
}

TEST_CASE("A store within another is its own, and what is shared is not copied to it") {
  const test::Scratch scratch;
  const std::string all = scratch.path + "/all", own = *store::store_within(all, "alpha"),
                    others = *store::store_within(all, "beta");
  CHECK(own == all + "/projects/alpha");
  CHECK(*store::store_within("redis://a/2", "alpha") == "redis://a/2?prefix=projects/alpha/");
  CHECK(*store::store_within("redis://a?prefix=team/", "alpha") ==
        "redis://a?prefix=team/&prefix=team/projects/alpha/");
  CHECK_FALSE(store::store_within("https://symbols.example/store", "alpha"));

  const Key shared{.id = some_id}, secret{.id = other_id};
  FolderShelf base(all);
  put(base, shared, index_saying("everybody's"));
  const auto counts = std::make_shared<store::Counts>();
  store::Count& count = counts->add(all);
  counts->add(own, count);
  const auto alpha = store::open_shelf({own}, {.shared = {all}, .counts = counts});
  const auto beta = store::open_shelf({others}, {.shared = {all}});
  put(*alpha, secret, index_saying("alpha's", other_id));
  CHECK(said_by(alpha->find(shared)) == "everybody's");
  CHECK(said_by(alpha->find(secret)) == "alpha's");
  CHECK(said_by(beta->find(shared)) == "everybody's");
  CHECK(said_by(beta->find(secret)) == "nothing");
  CHECK(said_by(base.find(secret)) == "nothing");
  CHECK(base.ids(Kind::Native)->size() == 1);
  CHECK(FolderShelf(own).ids(Kind::Native)->size() == 1);
  CHECK(count.hits == 2);
  CHECK(count.misses == 1);
  CHECK(count.failures == 0);
  std::size_t listed = 0;
  REQUIRE(base.list([&](const store::Item&) { ++listed; }));
  CHECK(listed == 1);
}

TEST_CASE("Before strangers a shelf tells neither where it is nor what went wrong") {
  const test::Scratch scratch;
  std::vector<std::string> told;
  const auto shelf = store::open_shelf(
      {scratch.path}, {.before_strangers = [&](const std::string& what) { told.push_back(what); }});
  const Key key{.id = some_id};
  CHECK(shelf->place() == "the store");
  CHECK(shelf->place_of(key) == some_id.hex());
  std::ofstream(scratch.path + "/c0") << "in the way";
  const Bytes piece;
  const auto done = shelf->put(key, {&piece, 1});
  REQUIRE_FALSE(done);
  CHECK(done.error().message == "the store is not available just now");
  REQUIRE(told.size() == 1);
  CHECK(told.front().contains(scratch.path));
  CHECK_FALSE(shelf->put(key, {&piece, 1}));
  CHECK(told.size() == 1);
  CHECK(store::open_shelf({}, {.before_strangers = [](const std::string&) {}})->place().empty());
}

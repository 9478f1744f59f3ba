// A store laid out as files: what they are called, what is in them, and what is not believed of them.
#include <map>

#include "doctest/doctest.h"

#include "keep/store/packed.h"
#include "keep/store/static_folder.h"
#include "keep/store/static_names.h"
#include "keep/store/web_shelf.h"
#include "support/scratch.h"

using namespace symkit;
using index::Kind;
using store::Key;
using store::StaticFolder;

namespace {

const ImageId short_id = *ImageId::parse("c061ee83b61d33528ee5655491db1d16");
const ImageId long_id = *ImageId::parse("c061ee83b61d33528ee5655491db1d1600112233");
const ImageId longer_id = *ImageId::parse("c061ee83b61d33528ee5655491db1d1600112234");

std::vector<std::uint8_t> index_saying(std::string_view text, const ImageId& id, Kind kind = Kind::Native) {
  const index::SectionContent section(index::tag("TEXT"), as_bytes(text));
  return index::seal(kind, id, 1, {&section, 1});
}

void put(store::Shelf& shelf, const Key& key, Bytes bytes) { REQUIRE(shelf.put(key, {&bytes, 1})); }

std::string said_by(const store::Found& found) {
  if (!found) return found.error().message;
  if (*found == nullptr) return "nothing";
  const auto envelope = index::Envelope::open((*found)->bytes());
  return envelope ? std::string(as_text(envelope->section(index::tag("TEXT")))) : "damaged";
}

// Files as somebody hostile may have them.
class Given final : public store::StaticShelf {
 public:
  std::map<std::string, std::vector<std::uint8_t>> files;

  Result<void> put(const Key& /*key*/, std::span<const Bytes> /*pieces*/) override { return fail("no"); }
  Result<std::vector<ImageId>> ids(Kind /*kind*/) override { return std::vector<ImageId>(); }
  std::string place() const override { return "given"; }
  std::string place_of(const Key& key) const override { return store::static_path(key); }
  Result<void> list(const std::function<void(const store::Item&)>& /*visit*/) override { return {}; }
  Result<std::size_t> remove(std::span<const Key> /*keys*/) override { return 0; }

 protected:
  std::vector<store::Found> read(std::span<const std::string> paths) override {
    std::vector<store::Found> found;
    for (const std::string& path : paths)
      found.push_back(files.contains(path) ? io::blob_of(files[path]) : nullptr);
    return found;
  }
};

}  // namespace

TEST_CASE("a file's path says its key") {
  const Key part{.id = short_id, .part = 0x07ce79b2a9d3c8ef};
  CHECK(store::static_path({.id = short_id}) == "c0/61ee83b61d33528ee5655491db1d16/native");
  CHECK(store::static_path({.id = short_id, .kind = Kind::Manifest}) == store::static_path({.id = short_id}));
  CHECK(store::static_path(part) == "c0/61ee83b61d33528ee5655491db1d16/native.07ce79b2a9d3c8ef");
  CHECK(store::static_path({.id = short_id, .kind = Kind::Manifest, .part = 1}).empty());
  CHECK(store::static_path({}).empty());
  CHECK(store::read_static_path(store::static_path(part)) == part);
  const Key map{.id = short_id, .kind = Kind::SourceMap};
  CHECK(store::read_static_path(store::static_path(map)) == map);
  for (const char* const none : {"", "symkit-store", "c0/61ee/manifest", "c0/61ee/native.begins",
                                 "c0/61ee/native.1", "c0/61ee/x/native", "c0/61xe/native", "c06/1ee/native",
                                 "c0/61ee/native.00000000000000000", "c0/61ee/native.0000000000000000"})
    CHECK_FALSE(store::read_static_path(none));
}

TEST_CASE("what is packed is smaller or as it was, and comes back") {
  const std::vector<std::uint8_t> same(10'000, 7), few{1, 2, 3}, like_packed{0x28, 0xb5, 0x2f, 0xfd, 1};
  for (const auto& plain : {same, few, like_packed, std::vector<std::uint8_t>()}) {
    const auto back = store::unpacked(io::blob_of(store::packed(plain)), 10'000);
    REQUIRE(back);
    CHECK(std::ranges::equal((*back)->bytes(), plain));
  }
  CHECK(store::packed(same).size() < 100);
  CHECK(store::packed(few) == few);
  CHECK_FALSE(store::unpacked(io::blob_of(store::packed(same)), 9'999));
  CHECK_FALSE(store::unpacked(io::blob_of(like_packed), 10'000));
}

TEST_CASE("a folder becomes such a store if it is empty, and is known again") {
  const test::Scratch scratch;
  CHECK_FALSE(StaticFolder::is_one(scratch.path));
  REQUIRE(StaticFolder::make(scratch / "new"));
  CHECK(StaticFolder::is_one(scratch / "new"));
  CHECK(StaticFolder::make(scratch / "new"));
  CHECK_FALSE(StaticFolder::make(scratch.path));
}

TEST_CASE("an index and its manifest have one file, of which each question sees its own") {
  const test::Scratch scratch;
  StaticFolder shelf(scratch.path);
  const Key head{.id = long_id}, manifest{.id = long_id, .kind = Kind::Manifest};
  put(shelf, head, index_saying("whole", long_id));
  CHECK(said_by(shelf.find(head)) == "whole");
  CHECK(said_by(shelf.find(manifest)) == "nothing");
  put(shelf, manifest, index_saying("parts", long_id, Kind::Manifest));
  CHECK(said_by(shelf.find(head)) == "nothing");
  CHECK(said_by(shelf.find(manifest)) == "parts");
  CHECK(*shelf.remove({&head, 1}) == 0);
  CHECK(said_by(shelf.find(manifest)) == "parts");
  CHECK(*shelf.remove({&manifest, 1}) == 1);
  CHECK(said_by(shelf.find(manifest)) == "nothing");
  CHECK(shelf.ids_like(*ImageId::from_bytes(long_id.bytes().first(16)), Kind::Native)->empty());
}

TEST_CASE("which longer ids begin alike is noted in order, whoever came first") {
  const test::Scratch scratch;
  StaticFolder one(scratch / "one"), other(scratch / "other");
  put(one, {.id = long_id}, index_saying("a", long_id));
  put(one, {.id = longer_id}, index_saying("b", longer_id));
  put(other, {.id = longer_id}, index_saying("b", longer_id));
  put(other, {.id = long_id}, index_saying("a", long_id));
  const std::vector<ImageId> both{long_id, longer_id};
  CHECK(*one.ids_like(short_id, Kind::Native) == both);
  CHECK(*other.ids_like(short_id, Kind::Native) == both);
  const Key first{.id = long_id};
  CHECK(*one.remove({&first, 1}) == 1);
  CHECK(*one.ids_like(short_id, Kind::Native) == std::vector{longer_id});
}

TEST_CASE("a name is of one image, or of several for ever") {
  CHECK(store::static_path_of_name("libstdc++.so.6", Kind::Native) == "named/native/libstdc=2b=2b.so.6");
  CHECK(store::static_path_of_name("../a b/%", Kind::Manifest) == "named/native/=2e.=2fa=20b=2f=25");
  CHECK(store::static_path_of_name("", Kind::Native).empty());
  CHECK(store::static_path_of_name(std::string(300, 'a'), Kind::Native).empty());
  const test::Scratch scratch;
  StaticFolder shelf(scratch.path);
  const Key first{.id = long_id}, second{.id = longer_id, .kind = Kind::Manifest};
  CHECK_FALSE(shelf.of_name("x", Kind::Native)->only);
  for (const auto& [key, several] :
       {std::pair(first, false), {first, false}, {second, true}, {first, true}}) {
    REQUIRE(shelf.add_name("x", key));
    CHECK(shelf.of_name("x", Kind::Native)->several == several);
    CHECK(shelf.of_name("x", Kind::Native)->only.has_value() == !several);
  }
}

TEST_CASE("a file is believed if it is whole and of this image; wherever it is cut or changed, it is not") {
  Given shelf;
  const Key key{.id = short_id};
  const std::string path = store::static_path(key);
  const std::vector<std::uint8_t> plain =
      index_saying("said once, said twice, said once, said twice, said once", short_id);
  for (const auto& file : {plain, store::packed(plain)}) {
    for (std::size_t size = 0; size < file.size(); ++size) {
      shelf.files[path].assign(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
      CHECK_FALSE(shelf.find(key));
      shelf.files[path] = file;
      shelf.files[path][size] ^= 0x21;
      const auto found = shelf.find(key);  // a frame's header may say the same in two ways
      CHECK((!found || std::ranges::equal((*found)->bytes(), plain)));
    }
    shelf.files[path] = file;
    CHECK(said_by(shelf.find(key)).starts_with("said once"));
  }
  shelf.files[path] = index_saying("of another", long_id);
  CHECK(said_by(shelf.find(key)).find("is the index of another image") != std::string::npos);
  shelf.files[path] = index_saying("names", short_id, Kind::Mapping);
  CHECK(said_by(shelf.find(key)).find("is an index of kind mapping") != std::string::npos);
}

TEST_CASE("an address of a store has a host, and its password is shown to nobody") {
  for (const char* const good : {"https://h/x", "http://h", "https://u:p@h:1/x?y=z", "http://[::1]:80/"})
    CHECK(store::check_web(good));
  for (const char* const bad : {"https://", "https:///x", "http://u:p@/x", "https://h/x y", "https://h/x#y"})
    CHECK_FALSE(store::check_web(bad));
  CHECK(store::check_web("https://u:secret@/x").error().message.find("secret") == std::string::npos);
  const store::WebShelf shelf("https://u:secret@h/x//?key=secret");
  CHECK(shelf.place() == "https://h/x");
  CHECK(shelf.place_of({.id = short_id}) == "https://h/x/c0/61ee83b61d33528ee5655491db1d16/native");
}

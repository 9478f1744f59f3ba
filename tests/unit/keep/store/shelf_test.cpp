#include "keep/store/shelf.h"

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "doctest/doctest.h"

#include "keep/store/chain.h"
#include "keep/store/folder_shelf.h"
#include "support/scratch.h"

using namespace symkit;
using index::Kind;
using store::FolderShelf;
using store::Key;

namespace {

namespace fs = std::filesystem;

ImageId id_of(std::string_view hex) { return *ImageId::parse(hex); }

Key key_of(std::string_view id, Kind kind = Kind::Native, std::uint32_t part = 0) {
  return {.id = id_of(id), .kind = kind, .part = part};
}

Result<void> put_text(store::Shelf& shelf, const Key& key, std::string_view text) {
  const Bytes piece = as_bytes(text);
  return shelf.put(key, {&piece, 1});
}

// What is under a key; "nothing" where nothing is.
std::string text_at(store::Shelf& shelf, const Key& key) {
  const auto found = shelf.find(key);
  REQUIRE(found);
  return *found ? std::string(as_text((*found)->bytes())) : "nothing";
}

constexpr std::string_view some_id = "c061ee83b61d33528ee5655491db1d16";

}  // namespace

TEST_CASE("an index lies under the first byte of its id") {
  const FolderShelf shelf("/s");
  CHECK(shelf.place_of(key_of(some_id)) == "/s/c0/61ee83b61d33528ee5655491db1d16.symx");
  CHECK(shelf.place_of(key_of(some_id, Kind::Mapping)) ==
        "/s/c0/61ee83b61d33528ee5655491db1d16.mapping.symx");
  CHECK(shelf.place_of(key_of(some_id, Kind::SourceMap)) ==
        "/s/c0/61ee83b61d33528ee5655491db1d16.sourcemap.symx");
  CHECK(shelf.place() == "/s");
}

TEST_CASE("kinds and parts of one id do not disturb each other") {
  const test::Scratch folder;
  FolderShelf shelf(folder.path + "/not/yet/there");
  CHECK(text_at(shelf, key_of(some_id)) == "nothing");
  REQUIRE(put_text(shelf, key_of(some_id), "code"));
  CHECK(text_at(shelf, key_of(some_id, Kind::Mapping)) == "nothing");
  CHECK(text_at(shelf, key_of(some_id, Kind::Native, 7)) == "nothing");
  REQUIRE(put_text(shelf, key_of(some_id, Kind::Mapping), "names"));
  REQUIRE(put_text(shelf, key_of(some_id, Kind::Native, 7), "a slice"));
  REQUIRE(put_text(shelf, key_of(some_id, Kind::Mapping, 7), "a class"));
  CHECK(text_at(shelf, key_of(some_id)) == "code");
  CHECK(text_at(shelf, key_of(some_id, Kind::Mapping)) == "names");
  CHECK(text_at(shelf, key_of(some_id, Kind::Native, 7)) == "a slice");
  CHECK(text_at(shelf, key_of(some_id, Kind::Mapping, 7)) == "a class");
}

TEST_CASE("many keys are asked for at once and answered in their order") {
  const test::Scratch folder;
  FolderShelf shelf(folder.path);
  REQUIRE(put_text(shelf, key_of("0102"), "one"));
  REQUIRE(put_text(shelf, key_of("ff00", Kind::SourceMap), "two"));
  fs::create_directories(shelf.place_of(key_of("0304")));
  const Key keys[] = {key_of("ff00", Kind::SourceMap), key_of("aabb"), key_of("0102"), key_of("0304"), Key()};
  const auto found = shelf.get(keys);
  REQUIRE(found.size() == 5);
  for (const auto& one : found) REQUIRE(one);
  CHECK(as_text((*found[0])->bytes()) == "two");
  CHECK(*found[1] == nullptr);
  CHECK(as_text((*found[2])->bytes()) == "one");
  CHECK(*found[3] == nullptr);
  CHECK(*found[4] == nullptr);
  CHECK(shelf.get({}).empty());
}

TEST_CASE("pieces are written one after the other, and put replaces what nobody has open") {
  const test::Scratch folder;
  FolderShelf shelf(folder.path);
  const Bytes pieces[] = {as_bytes("one "), as_bytes(""), as_bytes("two")};
  REQUIRE(shelf.put(key_of(some_id), pieces));
  const auto before = shelf.find(key_of(some_id));
  REQUIRE(before);
  REQUIRE(put_text(shelf, key_of(some_id), "3"));
  CHECK(text_at(shelf, key_of(some_id)) == "3");
  CHECK(as_text((*before)->bytes()) == "one two");
}

TEST_CASE("an id of one byte is kept and listed like any other") {
  const test::Scratch folder;
  FolderShelf shelf(folder.path);
  REQUIRE(put_text(shelf, key_of("ab"), "x"));
  REQUIRE(put_text(shelf, key_of("ab", Kind::Mapping), "y"));
  CHECK(text_at(shelf, key_of("ab")) == "x");
  CHECK(shelf.ids(Kind::Native) == std::vector{id_of("ab")});
  CHECK(shelf.ids(Kind::Mapping) == std::vector{id_of("ab")});
}

TEST_CASE("ids come in order, those of whole indexes of the kind alone") {
  const test::Scratch folder;
  FolderShelf shelf(folder.path);
  CHECK(FolderShelf(folder.path + "/missing").ids(Kind::Native)->empty());
  for (const std::string_view id : {"ff00", "0102", "0101"}) REQUIRE(put_text(shelf, key_of(id), "1"));
  REQUIRE(put_text(shelf, key_of("0105", Kind::Native, 3), "a part"));
  REQUIRE(put_text(shelf, key_of("0102", Kind::Mapping), "22"));
  std::ofstream(folder.path + "/01/02.symx.Xy12Za") << "unfinished";
  std::ofstream(folder.path + "/01/README") << "text";
  std::ofstream(folder.path + "/01/zz.symx") << "no id";
  fs::create_directories(folder.path + "/01/03.symx");
  CHECK(shelf.ids(Kind::Native) == std::vector{id_of("0101"), id_of("0102"), id_of("ff00")});
  CHECK(shelf.ids(Kind::Mapping) == std::vector{id_of("0102")});
  CHECK(shelf.ids(Kind::SourceMap)->empty());
  std::string visited;
  shelf.each(Kind::Native, [&](const Key& key, const store::Found& found) {
    visited += key.id.hex() + '=' + std::string(as_text((*found)->bytes())) + ' ';
  });
  CHECK(visited == "0101=1 0102=1 ff00=1 ");
}

TEST_CASE("each index of a shelf is visited, however many there are") {
  const test::Scratch folder;
  FolderShelf shelf(folder.path);
  for (int i = 0; i < 150; ++i) {
    const std::string id = "aa" + std::to_string(1000 + i);
    REQUIRE(put_text(shelf, key_of(id), id));
  }
  int right = 0;
  shelf.each(Kind::Native, [&](const Key& key, const store::Found& found) {
    right += found && *found && as_text((*found)->bytes()) == key.id.hex() ? 1 : 0;
  });
  CHECK(right == 150);
}

TEST_CASE("an id that a log has cut or turned round leads to those that begin alike") {
  const test::Scratch folder;
  FolderShelf shelf(folder.path);
  constexpr std::string_view turned = "83ee61c0b61d33528ee5655491db1d16";
  REQUIRE(put_text(shelf, key_of(some_id), "whole"));
  REQUIRE(put_text(shelf, key_of("c0ffee00"), "other"));
  REQUIRE(put_text(shelf, key_of(some_id, Kind::Mapping), "names"));
  CHECK(shelf.ids_like(id_of(turned), Kind::Native) == std::vector{id_of(some_id), id_of("c0ffee00")});
  const auto is_it = [](const ImageId& id) { return id == id_of(some_id); };
  const auto like = shelf.find_like(id_of(turned), Kind::Native, is_it);
  REQUIRE(like);
  REQUIRE(like->blob);
  CHECK(like->key == key_of(some_id));
  CHECK(as_text(like->blob->bytes()) == "whole");
  const auto none = shelf.find_like(id_of(turned), Kind::SourceMap, is_it);
  REQUIRE(none);
  CHECK(none->blob == nullptr);
  REQUIRE(put_text(shelf, key_of(turned), "itself"));
  const auto exact = shelf.find_like(id_of(turned), Kind::Native, is_it);
  REQUIRE(exact);
  CHECK(as_text(exact->blob->bytes()) == "itself");
}

TEST_CASE("an id that is empty is refused, not kept under no name") {
  const test::Scratch folder;
  FolderShelf shelf(folder.path);
  CHECK_FALSE(put_text(shelf, Key(), "x"));
  CHECK(text_at(shelf, Key()) == "nothing");
}

TEST_CASE("a folder that cannot be made or written is named in the error") {
  const test::Scratch folder;
  std::ofstream(folder.path + "/file") << "in the way";
  FolderShelf shelf(folder.path + "/file/store");
  const auto result = put_text(shelf, key_of(some_id), "x");
  REQUIRE_FALSE(result);
  CHECK(result.error().message.contains(folder.path + "/file/store"));
  CHECK_FALSE(result.error().message.contains('\n'));
}

TEST_CASE("what is there but cannot be read is an error, not missing") {
  if (::geteuid() == 0) return;  // root reads everything
  const test::Scratch folder;
  FolderShelf shelf(folder.path);
  REQUIRE(put_text(shelf, key_of(some_id), "x"));
  fs::permissions(shelf.place_of(key_of(some_id)), fs::perms::none);
  const auto found = shelf.find(key_of(some_id));
  REQUIRE_FALSE(found);
  CHECK(found.error().message.starts_with(shelf.place_of(key_of(some_id))));
}

TEST_CASE("without a folder there is no shelf") {
  const auto shelf = store::open_shelf({});
  CHECK(shelf->place().empty());
  CHECK(shelf->place_of(key_of(some_id)).empty());
  CHECK(text_at(*shelf, key_of(some_id)) == "nothing");
  const auto any = shelf->find_like(id_of(some_id), Kind::Native, [](const ImageId&) { return true; });
  CHECK((any && any->blob == nullptr));
  CHECK(shelf->ids(Kind::Native)->empty());
  CHECK(put_text(*shelf, key_of(some_id), "x").error().message == "there is no store");
}

TEST_CASE("threads ask one shelf at once") {
  const test::Scratch folder;
  FolderShelf shelf(folder.path);
  for (const std::string_view id : {"a0b1", "a0b2", "a0b3", "a0b4"}) REQUIRE(put_text(shelf, key_of(id), id));
  std::atomic<int> wrong = 0;
  const auto ask = [&](unsigned first) {
    const std::vector<ImageId> ids = *shelf.ids(Kind::Native);
    for (unsigned i = 0; i < 500; ++i) {
      const Key key = {.id = ids[(first + i) % ids.size()]};
      const auto found = shelf.find(key);
      if (!found || !*found || as_text((*found)->bytes()) != key.id.hex()) ++wrong;
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < 8; ++i) threads.emplace_back(ask, i);
  }
  CHECK(wrong == 0);
}

namespace {

// A child process that puts `rounds` contents, each one letter repeated: a torn file would hold two letters.
pid_t fork_writer(FolderShelf& shelf, char letter, int rounds) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  bool good = true;
  for (int round = 0; round < rounds; ++round) {
    const std::string text(static_cast<std::size_t>(100'000 + round), static_cast<char>(letter + round % 13));
    good = good && put_text(shelf, key_of(some_id), text).has_value();
  }
  ::_exit(good ? 0 : 1);
}

}  // namespace

TEST_CASE("two writers and a reader: the reader always sees a whole index") {
  const test::Scratch folder;
  FolderShelf shelf(folder.path);
  const pid_t writers[] = {fork_writer(shelf, 'a', 200), fork_writer(shelf, 'A', 200)};
  int running = 2;
  int whole = 0;
  while (running > 0) {
    int status = 0;
    const pid_t done = ::waitpid(-1, &status, WNOHANG);
    if (done == writers[0] || done == writers[1]) {
      CHECK(WEXITSTATUS(status) == 0);
      --running;
    }
    const std::string text = text_at(shelf, key_of(some_id));
    if (text == "nothing") continue;
    REQUIRE(text.size() >= 100'000);
    REQUIRE(text.find_first_not_of(text[0]) == std::string::npos);
    ++whole;
  }
  CHECK(whole > 0);
  CHECK(shelf.ids(Kind::Native)->size() == 1);
  CHECK(std::distance(fs::directory_iterator(folder.path + "/c0"), {}) == 1);
}

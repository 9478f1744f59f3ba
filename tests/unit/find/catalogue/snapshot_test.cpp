#include "find/catalogue/snapshot.h"

#include <cstring>

#include "doctest/doctest.h"

#include "keep/index/envelope.h"

using namespace symkit;
using namespace symkit::catalogue;

namespace {

Run add_name(Snapshot& snapshot, std::string_view name) {
  const Run run{static_cast<std::uint32_t>(snapshot.names.size()), static_cast<std::uint32_t>(name.size())};
  snapshot.names += name;
  return run;
}

// root/{a, sub/b}, an image with an id in each.
Snapshot sample() {
  Snapshot snapshot;
  snapshot.root = "/somewhere";
  snapshot.folders.resize(2);
  snapshot.folders[0] = {
      .stamp = {1, 2, 3, 4, 5}, .path = {}, .folders = {1, 1}, .files = {0, 1}, .settled = 1};
  snapshot.folders[1] = {.stamp = {1, 6, 7, 8, 9},
                         .path = add_name(snapshot, "sub"),
                         .folders = {2, 0},
                         .files = {1, 1},
                         .settled = 0};
  for (const char* name : {"a", "b"}) {
    FileRecord file;
    file.name = add_name(snapshot, name);
    file.images = {static_cast<std::uint32_t>(snapshot.images.size()), 1};
    snapshot.files.push_back(file);
    const auto id = ImageId::from_bytes(as_bytes(std::string(16, name[0])));
    snapshot.images.push_back(
        ImageRecord::of({*id, Architecture::Arm64, Kind::Dsym, true, 4711, "a.debug"}, snapshot.names));
  }
  return snapshot;
}

bool decodes(const Snapshot& snapshot) { return Snapshot::decode(snapshot.encode()).has_value(); }

}  // namespace

TEST_CASE("A snapshot comes back as it was") {
  const Snapshot before = sample();
  const auto after = Snapshot::decode(before.encode());
  REQUIRE(after);
  CHECK(after->root == before.root);
  REQUIRE(after->folders.size() == 2);
  REQUIRE(after->files.size() == 2);
  CHECK(after->folders[0].stamp == before.folders[0].stamp);
  CHECK(after->path_of(after->folders[1], after->files[1]) == "sub/b");
  CHECK(after->path_of(after->folders[0], after->files[0]) == "a");
  REQUIRE(after->images.size() == 2);
  CHECK(same_image(after->images[0], after->names, before.images[0], before.names));
  CHECK_FALSE(same_image(after->images[0], after->names, before.images[1], before.names));
  const DescribedImage second = after->images[1].described(after->names);
  CHECK(second.id.hex() == "62626262626262626262626262626262");
  CHECK(second.kind == Kind::Dsym);
  CHECK(second.debug_bytes == 4711);
  CHECK(second.debug_link == "a.debug");
}

TEST_CASE("Every changed byte and every cut is noticed") {
  const std::vector<std::uint8_t> good = sample().encode();
  for (std::size_t i = 0; i < good.size(); ++i) {
    CAPTURE(i);
    std::vector<std::uint8_t> bad = good;
    bad[i] ^= 0x40;
    CHECK_FALSE(Snapshot::decode(bad));
    bad.resize(i);
    CHECK_FALSE(Snapshot::decode(bad));
  }
  std::vector<std::uint8_t> longer = good;
  longer.push_back(0);
  CHECK_FALSE(Snapshot::decode(longer));
}

// What encode() itself seals has a checksum that fits: only the content can be wrong.
TEST_CASE("Records that do not fit together are refused") {
  REQUIRE(decodes(sample()));
  const auto refused = [](auto spoil) {
    Snapshot snapshot = sample();
    spoil(snapshot);
    return !decodes(snapshot);
  };
  CHECK(refused([](Snapshot& s) { s.folders.clear(); }));
  CHECK(refused([](Snapshot& s) { s.folders[0].folders = {0, 1}; }));  // its own child
  CHECK(refused([](Snapshot& s) { s.folders[0].folders = {1, 2}; }));
  CHECK(refused([](Snapshot& s) { s.folders[1].folders = {1, 1}; }));  // a child of two
  CHECK(refused([](Snapshot& s) { s.folders[0].folders = {1, 0}; }));  // a child of none
  CHECK(refused([](Snapshot& s) { s.folders[1].files = {0, 1}; }));
  CHECK(refused([](Snapshot& s) { s.folders[1].files = {1, UINT32_MAX}; }));
  CHECK(refused([](Snapshot& s) { s.folders[1].path = {UINT32_MAX, 2}; }));
  CHECK(refused([](Snapshot& s) { std::memcpy(s.names.data(), "../", 3); }));
  CHECK(refused([](Snapshot& s) { s.names[3] = '/'; }));
  CHECK(refused([](Snapshot& s) { s.files[0].name = {}; }));
  CHECK(refused([](Snapshot& s) { s.files[1].images = {0, 1}; }));
  CHECK(refused([](Snapshot& s) { s.files[1].images = {1, 2}; }));
  CHECK(refused([](Snapshot& s) { s.images.push_back(s.images[0]); }));  // of no file
  CHECK(refused([](Snapshot& s) {
    s.files[0].name = {static_cast<std::uint32_t>(s.names.size()), 256};
    s.names += std::string(256, 'n');
  }));
  CHECK(refused([](Snapshot& s) { s.images[0].kind = 0; }));
  CHECK(refused([](Snapshot& s) { s.images[0].kind = last_kind + 1; }));
  CHECK(refused([](Snapshot& s) { s.images[0].architecture = 200; }));
  CHECK(refused([](Snapshot& s) { s.images[0].id_size = 33; }));
  CHECK(refused([](Snapshot& s) { s.images[0].debug_link = {UINT32_MAX, 1}; }));
  CHECK(refused([](Snapshot& s) { s.names[s.images[0].debug_link.begin] = '/'; }));
}

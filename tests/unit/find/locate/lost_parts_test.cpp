// A store that has lost parts of an index, before one that has the index in one piece.
#include <algorithm>
#include <memory>

#include "doctest/doctest.h"

#include "answers/symbolize/native_image.h"
#include "find/intake/intake.h"
#include "keep/index/manifest.h"
#include "keep/store/chain_shelf.h"
#include "keep/store/folder_shelf.h"
#include "keep/store/parts.h"
#include "support/put_in_parts.h"
#include "support/scratch.h"
#include "unit/find/locate/told.h"

using namespace symkit;
using store::Key;

namespace {

// near/ has the manifest and the parts, far/ the whole index.
struct Stores {
  test::Scratch scratch;
  store::FolderShelf near{scratch / "near"}, far{scratch / "far"};
  Key whole, part;
  std::vector<std::uint8_t> bytes;  // of the part

  Stores() {
    const auto made = intake::index_file(test::native + "elf-container/market-full.so", far, {});
    REQUIRE(made);
    whole = {.id = far.ids(index::Kind::Native)->front()};
    const auto image = symbolize::NativeImage::open(*far.find(whole), "far");
    REQUIRE(image);
    REQUIRE(test::put_in_parts(near, (*image)->index()));
    const auto blob = near.find({.id = whole.id, .kind = index::Kind::Manifest});
    part = store::part_key(whole.id, index::Manifest::open((*blob)->bytes())->checksum_of_part(1));
    const auto there = near.find(part);
    bytes.assign((*there)->bytes().begin(), (*there)->bytes().end());
  }

  store::Found found_in_chain() {
    std::vector<std::unique_ptr<store::Shelf>> both;
    both.push_back(std::make_unique<store::FolderShelf>(scratch / "near"));
    both.push_back(std::make_unique<store::FolderShelf>(scratch / "far"));
    return store::ChainShelf(std::move(both)).find(part);
  }
};

}  // namespace

TEST_CASE("a part that is lost is cut out of the index that a later store has in one piece") {
  Stores stores;
  REQUIRE(*stores.near.remove({&stores.part, 1}) == 1);
  const auto found = stores.found_in_chain();
  REQUIRE(found);
  REQUIRE(*found);
  CHECK(std::ranges::equal((*found)->bytes(), stores.bytes));
}

TEST_CASE("a part that no index there was cut into stays missing") {
  Stores stores;
  stores.part.part ^= 1;
  const auto found = stores.found_in_chain();
  REQUIRE(found);
  CHECK(*found == nullptr);
}

TEST_CASE("and so does one of an index that nobody has") {
  Stores stores;
  REQUIRE(*stores.near.remove({&stores.part, 1}) == 1);
  REQUIRE(*stores.far.remove({&stores.whole, 1}) == 1);
  const auto found = stores.found_in_chain();
  REQUIRE(found);
  CHECK(*found == nullptr);
}

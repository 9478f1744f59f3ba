#include "find/locate/locator.h"

#include "doctest/doctest.h"

#include "keep/store/folder_shelf.h"
#include "support/scratch.h"
#include "unit/find/locate/told.h"

using namespace symkit;
using test::market;
using test::native;
using test::Scratch;

namespace {

locate::Places places(const Scratch& scratch, std::vector<std::string> symbols) {
  return {.objects = {},
          .stores = {scratch.path + "/store"},
          .symbols = std::move(symbols),
          .system_folder = scratch.path + "/system"};
}

}  // namespace

TEST_CASE("What is found is indexed once, and the next locator takes the index") {
  const Scratch scratch;
  const std::string full = scratch.add("elf-container/market-full.so", "out/market.so");
  const ImageReference image{"market.so", "", market};
  std::size_t prepared = 0;
  intake::Options how;
  how.watch.began = [&](const std::string&, std::uint64_t) { ++prepared; };
  locate::Locator first(places(scratch, {scratch.path + "/out"}), how);
  const symbolize::Match made = first.find(image);
  REQUIRE(made.image);
  CHECK(made.reason.empty());
  CHECK(made.grounds == symbolize::Grounds::Id);
  CHECK(made.image->facts().id == market);
  CHECK(prepared == 1);
  std::filesystem::remove(full);
  locate::Locator second(places(scratch, {scratch.path + "/out"}), how);
  REQUIRE(second.find(image).image);
  CHECK(prepared == 1);
}

TEST_CASE("Of a fat file the slice that the log means is indexed, whatever the others are") {
  const Scratch scratch;
  const std::string bundle = native + "macho/fat64/libmarket.dylib.dSYM";
  locate::Locator locator(places(scratch, {bundle}), {});
  const ImageReference image{"libmarket.dylib", "", *ImageId::parse("4C4C44A1-5555-3144-A13F-DB375E16597C")};
  const symbolize::Match match = locator.find(image);
  REQUIRE(match.image);
  CHECK(match.image->facts().architecture == Architecture::Arm64);
  CHECK(store::FolderShelf(scratch.path + "/store").ids(index::Kind::Native)->size() == 1);
}

TEST_CASE("A file that cannot be indexed is passed over for the next one; if there is none, it is said") {
  const Scratch scratch;
  const std::string poor = scratch.add("elf-container/market-full.so", "a/market.so");
  const ImageReference image{"market.so", "", market};
  // No section of it is where its header says: it has the id, and neither functions nor lines.
  locate::Places with_bad = places(scratch, {scratch.path + "/a"});
  with_bad.look = [&](const std::string& folder) {
    auto snapshot = locate::look_anew(folder);
    std::filesystem::remove(poor);  // gone between the look and the reading
    return snapshot;
  };
  locate::Locator alone(with_bad, {});
  const symbolize::Match none = alone.find(image);
  CHECK_FALSE(none.image);
  CHECK(none.reason.starts_with(poor + ": "));

  scratch.add("elf-container/market-full.so", "a/market.so");
  const std::string good = scratch.add("elf-container/market-full.so", "app/market.so");
  locate::Locator two(with_bad, {});
  const symbolize::Match found = two.find({"market.so", good, market});
  CHECK(found.image);
}

TEST_CASE("Where the store cannot be written the index is there all the same") {
  const Scratch scratch;
  scratch.add("elf-container/market-full.so", "store");  // a file where the folder should be
  std::vector<std::string> warnings;
  intake::Options how;
  how.watch.warn = [&](const std::string& message) { warnings.push_back(message); };
  locate::Locator locator(places(scratch, {native + "elf-container/market-full.so"}), how);
  CHECK(locator.find({"market.so", "", market}).image);
  CHECK(warnings.size() == 1);
}

#include "find/locate/providers.h"

#include "doctest/doctest.h"

#include "find/intake/intake.h"
#include "find/locate/evidence.h"
#include "keep/store/chain.h"
#include "keep/store/folder_shelf.h"
#include "support/scratch.h"
#include "unit/find/locate/told.h"

using namespace symkit;
using namespace symkit::locate;
using test::market;
using test::native;
using test::Scratch;

namespace {

using Paths = std::vector<std::string>;

const ImageId other = *ImageId::parse("00112233445566778899aabbccddeeff00112233");

struct Asked {
  Paths offered;
  bool taken = false;
  std::string trouble;
  std::optional<std::string> refusal;
};

// Nothing is taken, so that all is offered, or the first thing is.
Asked ask(Provider& provider, const ImageReference& image, bool take_it = false) {
  Asked asked;
  const Take take = [&](const Origin& origin) -> Result<void> {
    asked.offered.push_back(test::told(origin));
    if (take_it) return {};
    return fail("not wanted");
  };
  const Evidence nothing_heard;
  Offering offering(nothing_heard, take);
  asked.taken = provider.offer(image, offering);
  asked.trouble = offering.trouble();
  asked.refusal = offering.refusal();
  return asked;
}

FileOffer files_of(const Scratch& scratch) { return {{scratch.path + "/system"}, scratch.path + "/system"}; }

std::shared_ptr<const symbolize::OpenImage> indexed(const Scratch& scratch, const std::string& fixture) {
  const auto made = intake::index_file(native + fixture, *store::open_shelf({scratch.path + "/objects"}), {});
  REQUIRE(made);
  return std::make_shared<const symbolize::OpenImage>(
      std::move(*symbolize::NativeImage::open(*io::map_blob(made->front().path), "an index")));
}

const ImageReference by_id{"market.so", "", market};
const ImageReference by_name{"market-full.so", "", {}};

}  // namespace

TEST_CASE("A named file is offered for its id or its name, and nobody else is asked for it") {
  const Scratch scratch;
  const auto image = indexed(scratch, "elf-container/market-full.so");
  const auto one = named_files({{image, 0x5000}});
  CHECK(ask(*one, by_id).offered == Paths{" lines"});
  CHECK(ask(*one, by_id).refusal == "not wanted");
  CHECK(ask(*one, by_id, true).taken);
  CHECK(ask(*one, by_name).offered == Paths{" lines by name"});
  CHECK(ask(*one, {"", "", {}}).offered == Paths{" lines by name"});  // it can only mean this one
  const Asked elsewhere = ask(*one, {"market-full.so", "", other});
  CHECK(elsewhere.offered.empty());
  CHECK_FALSE(elsewhere.refusal);
  CHECK(one->namesake({"market-full.so", "", other}) == market);
  CHECK(one->knows_name(by_name));
  CHECK_FALSE(one->knows_name({"market-full.so", "", {}, Architecture::Arm64}));

  const auto two = named_files({{image}, {image}});
  CHECK(ask(*two, by_name).refusal == "several images have this name");
  CHECK(ask(*two, {"", "", {}}).offered.empty());
}

TEST_CASE("The store offers by id what has lines, and apart from that what has none") {
  const Scratch scratch;
  store::FolderShelf store(scratch.path + "/store");
  const auto heads = std::make_shared<StoredHeads>(store);
  const auto rich = stored_images(heads, Lines::With), poor = stored_images(heads, Lines::Without);
  CHECK(ask(*rich, by_id).offered.empty());
  REQUIRE(intake::index_file(native + "elf-container/market-stripped.so", store, {}));
  const std::string kept = store.place_of({.id = market});
  CHECK(ask(*rich, by_id).offered.empty());
  CHECK(ask(*poor, by_id).offered == Paths{kept});
  REQUIRE(intake::index_file(native + "elf-container/market-full.so", store, {}));
  CHECK(ask(*rich, by_id).offered == Paths{kept + " lines"});
  CHECK(ask(*poor, by_id).offered.empty());
  CHECK(ask(*rich, by_name).offered.empty());
  CHECK_FALSE(ask(*rich, by_id).refusal);
}

TEST_CASE("An index in the store that is broken is no answer, and a reason") {
  const Scratch scratch;
  store::FolderShelf store(scratch.path + "/store");
  REQUIRE(intake::index_file(native + "elf-container/market-full.so", store, {}));
  std::filesystem::resize_file(store.place_of({.id = market}), 100);
  const Asked asked = ask(*stored_images(std::make_shared<StoredHeads>(store), Lines::With), by_id);
  CHECK(asked.offered.empty());
  CHECK(asked.trouble.starts_with(store.place_of({.id = market})));
  CHECK_FALSE(asked.refusal);
}

TEST_CASE("The store offers by name only what no other machine can have") {
  const Scratch scratch;
  store::FolderShelf store(scratch.path + "/store");
  REQUIRE(intake::index_file(native + "elf-container/market-full.so", store, {}));
  const auto careful = stored_names(store, OwnPaths::OnEvidence);
  const std::string kept = store.place_of({.id = market});
  CHECK(ask(*careful, by_name).offered == Paths{kept + " lines by name"});
  CHECK(ask(*careful, {"market-full.so", "", market}).offered.empty());
  CHECK(ask(*careful, {"market-full.so", "", {}, Architecture::Arm64}).offered.empty());
  const ImageReference of_system{"market-full.so", "/usr/lib/market-full.so", {}};
  CHECK(ask(*careful, of_system).refusal->contains("many machines have another"));
  CHECK(ask(*stored_names(store, OwnPaths::Always), of_system).offered == Paths{kept + " lines by name"});
}

TEST_CASE("Folders offer by id the richest, with its debug file first; by name only where one image has it") {
  const Scratch scratch;
  const std::string stripped = scratch.add("elf-container/market-stripped.so", "a/market-stripped.so");
  const std::string debug =
      scratch.add("elf-container/market-stripped.so.debug", "b/market-stripped.so.debug");
  const auto both = symbol_folders({scratch.path + "/a", scratch.path + "/b"}, look_anew, files_of(scratch));
  CHECK(ask(*both, by_id).offered == Paths{stripped, debug + " lines"});
  CHECK_FALSE(ask(*both, by_id).refusal);
  CHECK(both->knows_name({"market-stripped.so", "", {}}));
  CHECK(ask(*both, {"market-stripped.so", "", {}}).offered == Paths{debug + " lines by name"});
  CHECK(ask(*both, {"market-stripped.so", "", {}}).refusal == "not wanted");
  CHECK(both->namesake({"market-stripped.so", "", other}) == market);

  const std::string beside =
      scratch.add("elf-container/market-stripped.so.debug", "a/.debug/market-stripped.so.debug");
  const auto linked = symbol_folders({stripped}, look_anew, files_of(scratch));
  CHECK(ask(*linked, by_id).offered == Paths{beside + " lines", stripped});

  scratch.add("elf-x86_64/market-gcc-dwarf5.so", "b/market-stripped.so");
  const auto several = symbol_folders({scratch.path}, look_anew, files_of(scratch));
  CHECK(ask(*several, {"market-stripped.so", "", {}}).refusal ==
        "several images have this name; name the right one with -o");
}

TEST_CASE(
    "A file that folders have by its id's place and by its content is listed once; without an id by its "
    "name") {
  const Scratch scratch;
  const std::string placed = scratch.add("elf-container/market-stripped.so.debug",
                                         ".build-id/5b/b40e2c8ce5c8185765db5cc750279db4238c22.debug");
  const std::string stripped = scratch.add("elf-container/market-stripped.so", "market-stripped.so");
  const auto folders = symbol_folders({scratch.path}, look_anew, files_of(scratch));
  CHECK(folders->files_of({"market.so", "", {}}, market) == Paths{placed, stripped});
  CHECK(folders->files_of({"market.so", "", {}}, other).empty());
  CHECK(folders->files_of({"market-stripped.so", "", {}}, {}) == Paths{stripped});
}

TEST_CASE("Folders of build ids are asked for the path that the id makes, and the id must be true") {
  const Scratch scratch;
  const std::string place = ".build-id/5b/b40e2c8ce5c8185765db5cc750279db4238c22.debug";
  const std::string right = scratch.add("elf-container/market-stripped.so.debug", "right/" + place);
  scratch.add("elf-x86_64/market-gcc-dwarf5.so", "wrong/" + place);
  const auto folders = build_id_folders({scratch.path + "/wrong", scratch.path + "/right"});
  CHECK(ask(*folders, by_id).offered == Paths{right + " lines"});
  CHECK(ask(*folders, {"market.so", "", {}}).offered.empty());
  CHECK(ask(*folders, {"market.so", "", other}).offered.empty());
}

TEST_CASE("A file at the log's own path is taken by its id; without one as far as it is trusted") {
  const Scratch scratch;
  const std::string full = scratch.add("elf-container/market-full.so", "app/market.so");
  const auto careful = own_path(OwnPaths::OnEvidence, files_of(scratch));
  const auto trusting = own_path(OwnPaths::Always, files_of(scratch));
  const auto never = own_path(OwnPaths::Never, files_of(scratch));
  CHECK(ask(*never, {"market.so", full, market}).offered == Paths{full + " lines"});
  CHECK(ask(*careful, {"market.so", full, other}).offered.empty());
  CHECK(careful->namesake({"market.so", full, other}) == market);
  CHECK(ask(*careful, {"market.so", "app/market.so", market}).offered.empty());  // no path from the root

  const ImageReference without{"market.so", full, {}};
  CHECK(ask(*trusting, without).offered == Paths{full + " lines by path"});
  CHECK(ask(*careful, without).refusal->contains("too little evidence"));
  CHECK(ask(*never, without).refusal->contains("--no-local"));
  // There is none for that processor here: the store may be asked.
  CHECK_FALSE(ask(*careful, {"market.so", full, {}, Architecture::Arm64}).refusal);
}

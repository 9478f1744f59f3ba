#include "find/locate/search.h"

#include "doctest/doctest.h"

#include "find/intake/intake.h"
#include "find/locate/evidence.h"
#include "ground/base/go_id.h"
#include "keep/store/folder_shelf.h"
#include "support/scratch.h"
#include "support/synth_elf.h"
#include "unit/find/locate/told.h"

using namespace symkit;
using locate::Origin;
using test::market;
using test::native;
using test::Scratch;

namespace {

struct Offers {
  std::vector<std::string> paths;
  std::string reason;
};

// All that is offered, as nothing is taken.
Offers offers(const locate::Search& search, const ImageReference& image) {
  Offers all;
  all.reason = search.find(image, locate::Evidence(), [&](const Origin& origin) -> Result<void> {
    all.paths.push_back(test::told(origin));
    return fail("");
  });
  return all;
}

locate::Places places(const Scratch& scratch, std::vector<std::string> folders) {
  return {.objects = {},
          .stores = {scratch.path + "/store"},
          .symbols = std::move(folders),
          .system_folder = scratch.path + "/system"};
}

}  // namespace

TEST_CASE("Of a stripped file the debug file comes first, then the system's, then itself at its path") {
  const Scratch scratch;
  scratch.add("elf-container/market-stripped.so", "out/market-stripped.so");
  scratch.add("elf-container/market-stripped.so.debug", "out/market-stripped.so.debug.not-yet");
  const std::string system = scratch.add("elf-container/market-stripped.so.debug",
                                         "system/.build-id/5b/b40e2c8ce5c8185765db5cc750279db4238c22.debug");
  const std::string own = scratch.add("elf-container/market-symbols-only.so", "app/market.so");
  const ImageReference image{"market.so", own, market};

  locate::Search without(places(scratch, {scratch.path + "/out/market-stripped.so"}));
  CHECK(offers(without, image).paths ==
        std::vector<std::string>{scratch.path + "/out/market-stripped.so", system + " lines", own});

  const std::string beside =
      scratch.add("elf-container/market-stripped.so.debug", "out/market-stripped.so.debug");
  locate::Search with(places(scratch, {scratch.path + "/out/market-stripped.so"}));
  CHECK(offers(with, image).paths == std::vector<std::string>{beside + " lines",
                                                              scratch.path + "/out/market-stripped.so",
                                                              system + " lines", own});
}

TEST_CASE("An index with lines in the store comes before all, one without lines behind what has them") {
  const Scratch scratch;
  const std::string full = native + "elf-container/market-full.so";
  store::FolderShelf store(scratch.path + "/store");
  const ImageReference image{"market.so", "", market};
  REQUIRE(intake::index_file(native + "elf-container/market-stripped.so", store, {}));
  const std::string kept = store.place_of({.id = market});
  locate::Search poor(places(scratch, {full}));
  CHECK(offers(poor, image).paths == std::vector<std::string>{full + " lines", kept});
  REQUIRE(intake::index_file(full, store, {}));
  locate::Search rich(places(scratch, {full}));
  CHECK(offers(rich, image).paths == std::vector<std::string>{kept + " lines", full + " lines"});
}

TEST_CASE("A search says why there is nothing") {
  const Scratch scratch;
  const std::string folder = native + "elf-container";
  const auto reason = [&](const ImageReference& image) {
    const locate::Search search(places(scratch, {folder}));
    const Offers all = offers(search, image);
    CHECK(all.paths.empty());
    return all.reason;
  };
  const ImageId other = *ImageId::parse("00112233445566778899aabbccddeeff00112233");
  CHECK(reason({"nothing.so", "", other}) == "no symbols with this build id");
  CHECK(reason({"market-full.so", "", other}) == "found market-full.so, but with build id " + market.hex());
  CHECK(reason({"nothing.so", "", {}}) == "no symbols under this name, and the log gives no id");
  CHECK(reason({"", "", {}}) == "the log does not name the image");
}

TEST_CASE("The reason of who did not take it is told, and nothing is indexed before somebody does") {
  const Scratch scratch;
  const std::string full = native + "elf-container/market-full.so";
  const locate::Search search(places(scratch, {full}));
  const ImageReference image{"market.so", "", market};
  CHECK(search.find(image, locate::Evidence(), [](const Origin&) { return fail("too poor"); }) == "too poor");
  CHECK(search.find(image, locate::Evidence(), [](const Origin&) { return Result<void>{}; }).empty());
  CHECK_FALSE(std::filesystem::exists(scratch.path + "/store"));
}

TEST_CASE("Without an id the name decides, if there is only one") {
  const Scratch scratch;
  const std::string one = scratch.add("elf-container/market-full.so", "a/market.so");
  const ImageReference image{"market.so", "", {}, Architecture::X86_64};
  const locate::Search search(places(scratch, {scratch.path + "/a"}));
  CHECK(offers(search, image).paths == std::vector<std::string>{one + " lines by name"});
  scratch.add("elf-x86_64/market-gcc-dwarf5.so", "a/b/market.so");
  locate::Search both(places(scratch, {scratch.path + "/a"}));
  const Offers several = offers(both, image);
  CHECK(several.paths.empty());
  CHECK(several.reason == "several images have this name; name the right one with -o");
}

TEST_CASE(
    "The providers are asked in their order: named, store with lines, folders, system, store, own path") {
  const Scratch scratch;
  const std::string place = ".build-id/5b/b40e2c8ce5c8185765db5cc750279db4238c22.debug";
  const std::string folder = scratch.add("elf-container/market-full.so", "out/market.so");
  const std::string in_folder = scratch.add("elf-container/market-stripped.so.debug", "ids/" + place);
  const std::string in_system = scratch.add("elf-container/market-stripped.so.debug", "system/" + place);
  const std::string own = scratch.add("elf-container/market-full.so", "app/market.so");
  const ImageReference image{"market.so", own, market};
  store::FolderShelf store(scratch.path + "/store");
  REQUIRE(intake::index_file(native + "elf-container/market-stripped.so", store, {}));
  const std::string kept = store.place_of({.id = market});
  const std::vector<std::string> folders = {scratch.path + "/out", scratch.path + "/ids"};
  const locate::Search search(places(scratch, folders));
  // What lies under its id needs no look at all the others.
  CHECK(offers(search, image).paths == std::vector<std::string>{in_folder + " lines", folder + " lines",
                                                                in_system + " lines", kept, own + " lines"});

  locate::Places with_object = places(scratch, folders);
  with_object.objects.push_back({std::make_shared<const symbolize::OpenImage>(
      std::move(*symbolize::NativeImage::open(*io::map_blob(kept), "an index")))});
  locate::Search named(with_object);
  CHECK(offers(named, image).paths == std::vector<std::string>{""});  // and no other

  locate::Places trusting = places(scratch, {});
  trusting.own_paths = locate::OwnPaths::Always;
  locate::Search without_id(trusting);
  CHECK(offers(without_id, {"market.so", own, {}}).paths == std::vector<std::string>{own + " lines by path"});
  CHECK(offers(without_id, {"market-stripped.so", "/app/market-stripped.so", {}}).paths ==
        std::vector<std::string>{kept + " by name"});
}

TEST_CASE("A folder of ids is not looked through, for what is there and for what is not") {
  const Scratch scratch;
  const std::string file =
      scratch.add("elf-container/market-full.so", "ids/5b/b40e2c8ce5c8185765db5cc750279db4238c22/debuginfo");
  scratch.add("elf-container/market-full.so", "plain/out/market.so");
  int looks = 0;
  locate::Places with_ids = places(scratch, {scratch.path + "/ids"});
  with_ids.look = [&](const std::string& folder) {
    ++looks;
    return locate::look_anew(folder);
  };
  locate::Search search(with_ids);
  CHECK(offers(search, {"market.so", "", market}).paths == std::vector<std::string>{file + " lines"});
  const ImageId other = *ImageId::parse("00112233445566778899aabbccddeeff00112233");
  CHECK(offers(search, {"market.so", "", other}).reason == "no symbols with this build id");
  CHECK(looks == 0);
  with_ids.symbols = {scratch.path + "/plain"};
  locate::Search through(with_ids);
  CHECK(offers(through, {"market.so", "", market}).paths.size() == 1);
  CHECK(looks == 1);
}

TEST_CASE("Go's build id finds the file that has it, in both forms, by name or in a folder called so") {
  const std::string id =
      "7q5k_mOIOwEc8lpGeu5C/KtdABITSHfiGUc_Epho4/mBSeeoylefg4DaX5lXm6/1rawsifEKw-RxJv0SdPv";
  const auto program = [](const std::string& its_id) {
    test::SynthElf elf;
    test::Assembler note(Endian::Little, 8);
    note.u32(4).u32(static_cast<std::uint32_t>(its_id.size())).u32(4).text("Go").u8(0).u8(0).text(its_id);
    elf.add({.name = ".text", .address = 0x1000, .bytes = test::Buffer(64), .flags = test::SynthElf::code});
    elf.add({.name = ".note.go.buildid", .address = 0x400, .bytes = note.finish(), .flags = 2, .type = 7});
    elf.symbols.push_back({.name = "main.main", .value = 0x1000, .section = ".text"});
    return elf.build();
  };
  const Scratch scratch;
  const auto add = [&](const std::string& name, const test::Buffer& file) {
    return scratch.write(name, as_text(Bytes(file)));
  };
  const std::string by_name = add("named/prog", program(id));
  const std::string by_folder = add("bucket/" + hex_of_go_id(id) + "/debuginfo", program(id));
  add("other/prog", program("x" + id.substr(1)));
  add("liar/" + hex_of_go_id(id) + "/debuginfo", program("x" + id.substr(1)));
  for (const std::string& written : {id, hex_of_go_id(id)}) {
    CAPTURE(written);
    const ImageReference image{.name = "prog", .path = "/srv/prog", .code_id = written};
    const auto found = [&](const std::string& folder) {
      return offers(locate::Search(places(scratch, {scratch / folder})), image);
    };
    CHECK(found("named").paths == std::vector{by_name});
    CHECK(found("bucket").paths == std::vector{by_folder});
    CHECK(found("other").reason == "no file of this name has this Go build id");
    CHECK(found("liar").paths.empty());
  }
}

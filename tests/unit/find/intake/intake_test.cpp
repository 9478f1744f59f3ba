#include "find/intake/intake.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "doctest/doctest.h"

#include "find/intake/input_kind.h"
#include "keep/store/folder_shelf.h"
#include "support/scratch.h"

using namespace symkit;
namespace fs = std::filesystem;

using test::native;
using test::Scratch;

TEST_CASE("an image is prepared once and then up to date") {
  const Scratch scratch;
  store::FolderShelf store(scratch / "store");
  const std::string file = native + "elf-container/market-full.so";
  const auto first = intake::index_file(file, store, {});
  REQUIRE(first);
  REQUIRE(first->size() == 1);
  CHECK(first->front().prepared);
  CHECK(fs::exists(first->front().path));
  const auto second = intake::index_file(file, store, {});
  REQUIRE(second);
  CHECK_FALSE(second->front().prepared);
  const auto forced = intake::index_file(file, store, {.force = true});
  REQUIRE(forced);
  CHECK(forced->front().prepared);
}

TEST_CASE("the index of a stripped copy does not replace the whole one, but gives way to it") {
  const Scratch scratch;
  store::FolderShelf store(scratch / "store");
  const std::string whole = native + "elf-container/market-stripped.so.debug";
  const std::string stripped = native + "elf-container/market-stripped.so";
  REQUIRE(intake::index_file(stripped, store, {})->front().prepared);
  REQUIRE(intake::index_file(whole, store, {})->front().prepared);
  const auto again = intake::index_file(stripped, store, {});
  REQUIRE(again);
  CHECK_FALSE(again->front().prepared);
  CHECK_FALSE(intake::index_file(whole, store, {})->front().prepared);
}

TEST_CASE("with only_new what another file was made into stays, unless it lacks lines") {
  const Scratch scratch;
  store::FolderShelf store(scratch / "store");
  const std::string whole = native + "elf-container/market-stripped.so.debug";
  const std::string stripped = native + "elf-container/market-stripped.so";
  const auto of = [&](const std::string& file) {
    const auto indexed = intake::index_file(file, store, {.only_new = true});
    REQUIRE(indexed);
    return indexed->front();
  };
  CHECK(of(stripped).prepared);
  CHECK(of(whole).prepared);
  CHECK_FALSE(of(whole).prepared);
  CHECK_FALSE(of(whole).of_another);
  CHECK_FALSE(of(stripped).prepared);
  CHECK(of(stripped).of_another);
}

TEST_CASE("an image without an id needs one") {
  const Scratch scratch;
  store::FolderShelf store(scratch / "store");
  const std::string file = native + "elf-container/market-no-build-id.so";
  const auto refused = intake::index_file(file, store, {});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("carries no build id") != std::string::npos);
  const auto given = intake::index_file(file, store, {.id = *ImageId::parse("cafe01")});
  REQUIRE(given);
  CHECK(given->front().id.hex() == "cafe01");
  const auto made = intake::index_file(file, store, {.id_from_content = true});
  REQUIRE(made);
  CHECK(made->front().id.bytes().size() == 16);
  const auto left_out = intake::index_file(file, store, {.leave_out_unusable = true});
  REQUIRE(left_out);
  CHECK(left_out->empty());
}

TEST_CASE("an architecture that is not there is refused with those that are") {
  const Scratch scratch;
  store::FolderShelf store(scratch / "store");
  const std::string bundle = native + "macho/fat/libmarket.dylib.dSYM";
  const auto found = intake::files_behind(bundle);
  REQUIRE(found);
  REQUIRE(found->files.size() == 1);
  CHECK_FALSE(found->walked);
  const auto refused = intake::index_file(found->files.front(), store, {.architecture = Architecture::Armv7});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.ends_with("no image for armv7; it has x86_64, arm64"));
  const auto all = intake::index_file(found->files.front(), store, {});
  REQUIRE(all);
  CHECK(all->size() == 2);
  intake::Indexed about;
  CHECK_FALSE(intake::index_bytes(found->files.front(), {}, about));
}

TEST_CASE("a folder is walked, and one without images says so") {
  const Scratch scratch;
  const auto found = intake::files_behind(native + "elf-arch");
  REQUIRE(found);
  CHECK(found->walked);
  CHECK(found->files.size() > 5);
  std::ofstream(scratch / "notes.txt") << "nothing here";
  const auto nothing = intake::files_behind(scratch.path);
  REQUIRE_FALSE(nothing);
  CHECK(nothing.error().message.contains("holds no binary or debug file, "));
  CHECK(nothing.error().message.ends_with(", no mapping and no source map"));
}

TEST_CASE("a compressed file is unpacked on the way") {
  const Scratch scratch;
  store::FolderShelf store(scratch / "store");
  const std::string plain = native + "elf-container/market-full.so";
  const std::string packed = scratch / "market-full.so.gz";
  REQUIRE(std::system(("gzip -c " + plain + " > " + packed).c_str()) == 0);
  const auto first = intake::index_file(packed, store, {});
  REQUIRE(first);
  CHECK(first->front().name == "market-full.so");
  // It is the same image: what was made from it serves the plain file too.
  const auto second = intake::index_file(plain, store, {});
  REQUIRE(second);
  CHECK_FALSE(second->front().prepared);
  CHECK(second->front().path == first->front().path);
  fs::resize_file(packed, fs::file_size(packed) / 2);
  const auto cut = intake::index_file(packed, store, {});
  REQUIRE_FALSE(cut);
  CHECK(cut.error().message.starts_with(packed));
}

TEST_CASE("a source map is indexed with the script beside it, and again only when either changes") {
  const std::string folder = SYMKIT_TEST_DATA "/sourcemap/rollup";
  const Scratch scratch;
  store::FolderShelf store(scratch / "store");
  const auto first = intake::index_file(folder + "/app.js.map", store, {});
  REQUIRE(first);
  REQUIRE(first->size() == 1);
  CHECK(first->front().kind == index::Kind::SourceMap);
  CHECK(first->front().name == "app.js");
  CHECK(first->front().prepared);
  const auto by_script = intake::index_file(folder + "/app.js", store, {});
  REQUIRE(by_script);
  CHECK_FALSE(by_script->front().prepared);
  intake::Options without_sources;
  without_sources.leave_out_sources = true;
  const auto other = intake::index_file(folder + "/app.js.map", store, without_sources);
  REQUIRE(other);
  CHECK(other->front().prepared);
  const auto found = intake::files_behind(folder);
  REQUIRE(found);
  CHECK(found->files == std::vector{folder + "/app.js.map"});
}

TEST_CASE("a mapping is prepared once and then up to date, as everything is") {
  const Scratch scratch;
  store::FolderShelf store(scratch / "store");
  const std::string file = SYMKIT_TEST_DATA "/java/mapping.txt";
  const auto first = intake::index_file(file, store, {});
  REQUIRE(first);
  REQUIRE(first->size() == 1);
  CHECK(first->front().prepared);
  CHECK(first->front().kind == index::Kind::Mapping);
  CHECK(first->front().path == store.place_of({.id = first->front().id, .kind = index::Kind::Mapping}));
  CHECK_FALSE(intake::index_file(file, store, {})->front().prepared);
  CHECK(intake::index_file(file, store, {.force = true})->front().prepared);
}

TEST_CASE("what the store has damaged is made again") {
  const Scratch scratch;
  store::FolderShelf store(scratch / "store");
  for (const std::string& file :
       {native + "elf-container/market-full.so", std::string(SYMKIT_TEST_DATA "/java/mapping.txt"),
        std::string(SYMKIT_TEST_DATA "/sourcemap/rollup/app.js.map")}) {
    const auto first = intake::index_file(file, store, {});
    REQUIRE(first);
    const auto found = intake::find(first->front(), store);
    REQUIRE(found);
    const Bytes cut = found->blob->bytes().first(found->blob->bytes().size() / 2);
    REQUIRE(store.put({.id = first->front().id, .kind = first->front().kind}, {&cut, 1}));
    const auto again = intake::index_file(file, store, {});
    REQUIRE(again);
    CHECK(again->front().prepared);
    CHECK_FALSE(intake::index_file(file, store, {})->front().prepared);
  }
}

TEST_CASE("an index is handed out from where it is, whether it could be kept or not") {
  const Scratch scratch;
  store::FolderShelf store(scratch / "store"), nowhere("");
  const std::string file = native + "elf-container/market-full.so";
  CHECK_FALSE(intake::index_file(file, nowhere, {}));
  const auto unkept = intake::index_file(file, nowhere, {.keep_unstored = true});
  REQUIRE(unkept);
  CHECK(unkept->front().path.empty());
  const auto made = intake::find(unkept->front(), nowhere);
  REQUIRE(made);
  const auto prepared = intake::index_file(file, store, {});
  const auto kept = intake::find(prepared->front(), store);
  REQUIRE(kept);
  CHECK(std::ranges::equal(made->blob->bytes(), kept->blob->bytes()));
  const auto up_to_date = intake::index_file(file, store, {});
  fs::remove(up_to_date->front().path);
  CHECK(intake::find(up_to_date->front(), store));
  const auto gone = intake::find(prepared->front(), store);
  REQUIRE_FALSE(gone);
  CHECK(gone.error().message.ends_with("no longer exists"));
}

TEST_CASE("a file is taken for what it begins like, then for what it is called") {
  const Scratch scratch;
  const auto kind_of = [&](std::string_view name, const fs::path& source) {
    const fs::path path = scratch / name;
    fs::copy_file(source, path, fs::copy_options::overwrite_existing);
    return intake::recognise(path).called;
  };
  const fs::path image = native + "elf-container/market-full.so", map = SYMKIT_TEST_DATA "/java/mapping.txt",
                 source_map = SYMKIT_TEST_DATA "/sourcemap/rollup/app.js.map";
  CHECK(kind_of("a.so", image) == "binary or debug file");
  CHECK(kind_of("image.js", image) == "binary or debug file");
  CHECK(kind_of("proguard.map", map) == "mapping");
  CHECK(kind_of("a.json", source_map) == "source map");
  std::ofstream(scratch / "notes") << "nothing of the kind";
  fs::copy_file(scratch / "notes", scratch / "script.js");
  CHECK(intake::recognise(scratch / "script.js").called == "source map");
  CHECK(intake::recognise(scratch / "notes").called == "binary or debug file");
  const auto is_input = [](const fs::path& path) {
    io::Beginning beginning(path);
    return intake::is_input_in_folder(path, beginning);
  };
  CHECK(is_input(scratch / "a.so"));
  for (const std::string_view name : {"proguard.map", "a.json", "script.js", "notes"})
    CHECK_FALSE(is_input(scratch / name));
}

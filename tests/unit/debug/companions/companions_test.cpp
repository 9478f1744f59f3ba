// Files beside an image: where they are looked for, and which of them are believed.
#include "debug/companions/companions.h"

#include <filesystem>
#include <fstream>
#include <stdlib.h>

#include "doctest/doctest.h"

#include "debug/companions/paths.h"
#include "debug/companions/tried.h"
#include "debug/debuginfo/unit_tools.h"
#include "debug/debuginfo/units.h"
#include "files/container/open.h"
#include "ground/base/words.h"
#include "ground/io/unpack_budget.h"
#include "support/synth_elf.h"

using namespace symkit;
using namespace symkit::companions;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
  Folder() {
    std::string path = (fs::temp_directory_path() / "companions.XXXXXX").string();
    path_ = ::mkdtemp(path.data());
  }
  Folder(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }

  std::string operator/(std::string_view name) const { return say(path_, "/", name); }
  void copy(std::string_view from, std::string_view to) const {
    fs::create_directories(fs::path(*this / to).parent_path());
    fs::copy_file(say(SYMKIT_TEST_DATA, "/", from), *this / to);
  }

 private:
  std::string path_;
};

// How many of its split units an image finds.
struct Finds {
  unsigned found = 0, missing = 0;
  std::string tried;
};
Finds finds(const std::string& path, const Places& places = {}) {
  const auto file = container::open_file(path);
  REQUIRE(file.has_value());
  const container::Image& image = *(*file)->images().front();
  const auto beside = companions_of(image, {.path = path}, places);
  debuginfo::Units units(image, beside.get());
  Finds all;
  struct Asks {
    debuginfo::UnitTools tools;
    Finds& all;
    bool take(const dwarf::UnitHeader& header) {
      tools.enter(header);
      const dwarf::Unit unit(tools.sections(), header, tools.table());
      const bool is_found = tools.rest_of(unit) != nullptr;
      ++(is_found ? all.found : all.missing);
      return true;
    }
  };
  const auto walked = debuginfo::for_each_unit(
      units, {}, [&](unsigned) { return std::make_unique<Asks>(Asks{debuginfo::UnitTools(units), all}); });
  REQUIRE(walked.has_value());
  all.tried = beside->what_was_tried();
  return all;
}

// A copy with the sections packed whose names are chosen; gives what those unpack to that are read.
std::uint64_t pack(const std::string& from, const std::string& to, std::string_view ending) {
  const auto file = container::open_file(from);
  REQUIRE(file.has_value());
  test::SynthElf elf;
  elf.type = 1;
  if (const auto id = (*file)->images().front()->id()) elf.id = {id->bytes().begin(), id->bytes().end()};
  std::uint64_t size = 0;
  for (const container::Section& section : (*file)->images().front()->sections()) {
    if (!section.name.starts_with(".debug_") || !section.name.ends_with(ending)) continue;
    elf.add({.name = std::string(section.name),
             .bytes = {section.data.begin(), section.data.end()},
             .packing = test::Packing::Zlib});
    // What nobody asks for is not unpacked.
    if (section.name != ".debug_line.dwo" && section.name != ".debug_loclists.dwo") size += section.size;
  }
  const test::Buffer bytes = elf.build();
  std::ofstream(to, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return size;
}

constexpr std::string_view image = "native/elf-split/parcel-rust-unpacked-split.so";
constexpr std::string_view dwo =
    "native/elf-split/parcel-rust-unpacked.parcel.17f757ea830859a6-cgu.0.rcgu.dwo";

}  // namespace

TEST_CASE("paths that leave their folder are known") {
  for (const char* inside : {"a", "a/b", "a/..b", "...", "a/b..", ""}) CHECK_FALSE(leaves_folder(inside));
  for (const char* outside : {"..", "../a", "a/../..", "a/..", "./../a"}) CHECK(leaves_folder(outside));
}

TEST_CASE("paths are mapped by their beginning, and not to where their rest leads out") {
  const std::vector<std::pair<std::string, std::string>> maps = {{"/build/", "/here/"}, {"/b", "/x"}};
  CHECK(mapped_paths("/build/a.dwo", maps) == std::vector<std::string>{"/here/a.dwo", "/xuild/a.dwo"});
  CHECK(mapped_paths("/build/../../etc/a", maps).empty());
  CHECK(mapped_paths("/other/a", maps).empty());
}

TEST_CASE("a split unit is found beside the image, where a link to it leads, and below a folder") {
  const Folder folder;
  folder.copy(image, "bin/app");
  CHECK(finds(folder / "bin/app").missing == 1);
  const std::string name(dwo.substr(dwo.rfind('/') + 1));
  folder.copy(dwo, "deep/down/" + name);
  CHECK(finds(folder / "bin/app", {.folders = {folder / "deep"}}).found == 1);
  folder.copy(dwo, "bin/" + name);
  CHECK(finds(folder / "bin/app").found == 1);
  fs::create_directories(folder / "links");
  fs::create_symlink(folder / "bin/app", folder / "links/other");
  CHECK(finds(folder / "links/other").found == 1);
}

TEST_CASE("a package is found under the name of the image, of its debug file, or as it is given") {
  const Folder folder;
  constexpr std::string_view package = "native/elf-split/packaged/tokenizer-clang-dwarf5-split.so.dwp";
  folder.copy("native/elf-split/packaged/tokenizer-clang-dwarf5-split.so", "app.debug");
  CHECK(finds(folder / "app.debug").missing == 3);
  folder.copy(package, "elsewhere/any.dwp");
  CHECK(finds(folder / "app.debug", {.folders = {folder / "elsewhere/any.dwp"}}).found == 3);
  folder.copy(package, "app.dwp");
  CHECK(finds(folder / "app.debug").found == 3);
}

TEST_CASE("the path of the compiler is followed, mapped or not, unless the image is from elsewhere") {
  const Folder folder;
  folder.copy(image, "app");
  // The image says /src/parcel.
  const std::string name(dwo.substr(dwo.rfind('/') + 1));
  folder.copy(dwo, "built/" + name);
  CHECK(finds(folder / "app", {.path_maps = {{"/src/parcel", folder / "built"}}}).found == 1);
  CHECK(finds(folder / "app").tried.starts_with("looked in /src/parcel, "));
  const std::string here = folder / "";
  CHECK(finds(folder / "app", {.follows_paths = false}).tried ==
        "looked in " + here.substr(0, here.size() - 1));
}

TEST_CASE("what lies in an archive is not told as a folder that was looked in") {
  const Folder folder;
  folder.copy(image, "e.apk");
  Tried tried;
  tried.looked_in({folder / "e.apk!/lib/x86_64", "/usr/lib/debug"});
  CHECK(tried.told() == "looked in /usr/lib/debug");
}

TEST_CASE("all split files together may become no more than one file may") {
  constexpr std::string_view split = "native/elf-split/tokenizer-gcc-dwarf5-split.so";
  const Folder folder;
  folder.copy(split, "app");
  std::uint64_t all_bytes = 0;
  for (const std::string_view name : {"depth", "number", "tokenizer"}) {
    const std::string file = say(name, "-gcc-dwarf5.dwo");
    all_bytes += pack(say(SYMKIT_TEST_DATA, "/native/elf-split/", file), folder / file, ".dwo");
  }
  io::UnpackBudget::allow(all_bytes);
  CHECK(finds(folder / "app").found == 3);
  io::UnpackBudget::allow(all_bytes - 1);
  const Finds fewer = finds(folder / "app");
  io::UnpackBudget::allow(0);
  CHECK(fewer.found == 2);
  CHECK(fewer.tried.contains("-gcc-dwarf5.dwo: .debug_"));
  CHECK(fewer.tried.contains("unpacks to more than "));
}

TEST_CASE("a shared file that may not be unpacked is not taken for one that is not there") {
  const Folder folder;
  folder.copy("dwz/market-4.so", "market.so");
  pack(say(SYMKIT_TEST_DATA, "/dwz/shared-4.debug"), folder / "shared-4.debug", "");
  const auto file = container::open_file(folder / "market.so");
  REQUIRE(file.has_value());
  const auto missing = [&] {
    return companions_of(*(*file)->images().front(), {.path = folder / "market.so"}, {})
        ->missing_supplementary();
  };
  CHECK(missing().empty());
  io::UnpackBudget::allow(16);
  const std::string told = missing();
  io::UnpackBudget::allow(0);
  CHECK(told.contains("which cannot be read; "));
  CHECK(told.contains("/shared-4.debug: .debug_"));
  CHECK(told.contains("unpacks to more than 16 bytes"));
}

TEST_CASE("a file with another id is refused, and named") {
  const Folder folder;
  folder.copy(image, "app");
  const std::string name(dwo.substr(dwo.rfind('/') + 1));
  folder.copy("native/elf-split/number-gcc-dwarf4.dwo", name);
  const Finds all = finds(folder / "app");
  CHECK(all.missing == 1);
  CHECK(all.tried.contains("is from another build"));
}

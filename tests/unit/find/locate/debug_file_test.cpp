#include "find/locate/debug_file.h"

#include <filesystem>

#include "doctest/doctest.h"

#include "support/scratch.h"

using namespace symkit;

namespace {

namespace fs = std::filesystem;

const std::string fixture = "elf-container/market-stripped.so";
const std::string stripped = test::native + fixture;
const std::string id_rest = "b40e2c8ce5c8185765db5cc750279db4238c22";

// The system's folder, with one debug file in it.
struct System {
  explicit System(const std::string& place) {
    file = scratch.add(fixture + ".debug", place.substr(1));
    image = scratch.add(fixture, "image/market.so");
  }
  test::Scratch scratch;
  const std::string& path = scratch.path;
  std::string file;
  std::string image;
};

std::string found(const System& system) {
  const auto debug = locate::debug_file_of(locate::candidates_in_file(system.image).at(0), system.path);
  return debug ? debug->path : "";
}

}  // namespace

TEST_CASE("A debug file is found in the system's .build-id") {
  const System system("/.build-id/5b/" + id_rest + ".debug");
  CHECK(found(system) == system.file);
}

TEST_CASE("A debug file is found below the system's folder, at the image's own place") {
  System system("/debug");
  fs::create_directories(system.path + system.path + "/image");
  const std::string there = system.path + system.path + "/image/market-stripped.so.debug";
  CHECK(found(system).empty());
  fs::rename(system.file, there);
  CHECK(found(system) == there);
}

TEST_CASE("What .gnu_debuglink says is a name, not a path") {
  CHECK(locate::debug_file_places("/a/b.so", "../../etc/x", {}, "/usr/lib/debug").empty());
  CHECK(locate::debug_file_places("/a/b.so", "b.debug", {}, "/usr/lib/debug") ==
        std::vector<std::string>{"/a/b.debug", "/a/.debug/b.debug", "/usr/lib/debug/a/b.debug"});
}

TEST_CASE("A dSYM bundle beside the image is its debug file") {
  const std::string image = SYMKIT_TEST_DATA "/native/macho/arm64/libmarket.dylib";
  const auto debug = locate::debug_file_of(locate::candidates_in_file(image).at(0), "/nowhere");
  REQUIRE(debug);
  CHECK(debug->path == image + ".dSYM/Contents/Resources/DWARF/libmarket.dylib");
}

TEST_CASE("Of what lies where a debug file should be it is told whether it is of the image's build") {
  const System system("/debug");
  const std::string there = system.path + "/image/market-stripped.so.debug";
  const auto linked = [&] {
    return locate::linked_file(locate::candidates_in_file(system.image).at(0), system.path);
  };
  CHECK(linked().path.empty());
  fs::copy_file(SYMKIT_TEST_DATA "/native/elf-x86_64/market-gcc-dwarf5.so", there);
  CHECK(linked().path == there);
  CHECK_FALSE(linked().fits);
  // One of the same build without debug information fits, too, but is no debug file.
  fs::remove(there);
  fs::copy_file(stripped, there);
  CHECK(linked().fits);
  CHECK(found(system).empty());
  fs::create_directories(system.path + "/image/.debug");
  fs::copy_file(stripped + ".debug", system.path + "/image/.debug/market-stripped.so.debug");
  CHECK(found(system) == system.path + "/image/.debug/market-stripped.so.debug");
}

TEST_CASE(
    "Without an id the checksum that the image expects tells, and the image is no debug file of itself") {
  const System system("/debug");
  const std::string there = system.path + "/image/market-stripped.so.debug";
  fs::rename(system.file, there);
  locate::Candidate image = locate::candidates_in_file(system.image).at(0);
  const auto linked = locate::linked_file(image, system.path);
  CHECK(linked.path == there);
  CHECK(linked.fits);
  image.id = {};
  CHECK_FALSE(locate::linked_file(image, system.path).fits);  // it has an id, which the image has not
  image.debug_link = "market.so";
  CHECK(locate::linked_file(image, system.path).path.empty());
}

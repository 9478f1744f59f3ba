#include "find/locate/candidates.h"

#include <algorithm>

#include "doctest/doctest.h"

#include "support/scratch.h"
#include "unit/find/locate/told.h"

using namespace symkit;
using locate::Candidate;
using locate::Candidates;
using test::market;
using test::native;
using test::Scratch;

namespace {

std::vector<std::string> paths_of(const std::vector<Candidate>& candidates) {
  std::vector<std::string> paths;
  for (const Candidate& candidate : candidates) paths.push_back(candidate.path);
  return paths;
}

}  // namespace

TEST_CASE("What is in a folder is what the catalogue says: no file is opened for it") {
  catalogue::Snapshot snapshot;
  snapshot.root = "/nowhere";
  const auto add_name = [&](std::string_view name) {
    snapshot.names += name;
    return catalogue::Run{static_cast<std::uint32_t>(snapshot.names.size() - name.size()),
                          static_cast<std::uint32_t>(name.size())};
  };
  snapshot.folders.push_back({.stamp = {}, .path = {}, .folders = {1, 0}, .files = {0, 2}});
  for (const auto& [name, kind] : {std::pair{"market.so.debug", catalogue::Kind::DebugFile},
                                   std::pair{"a.symx", catalogue::Kind::Index}}) {
    catalogue::FileRecord file;
    file.name = add_name(name);
    file.images = {static_cast<std::uint32_t>(snapshot.images.size()), 1};
    snapshot.files.push_back(file);
    snapshot.images.push_back(catalogue::ImageRecord::of(
        {market, Architecture::Arm64, kind, false, 4711, "more.debug"}, snapshot.names));
  }
  int looks = 0;
  Candidates folder("/", [&](const std::string& path) -> Result<catalogue::Snapshot> {
    CHECK(path == "/");
    ++looks;
    return snapshot;
  });
  folder.all();
  const auto& all = folder.all();
  CHECK(looks == 1);
  REQUIRE(all.size() == 1);  // the index is none
  CHECK(all[0].path == "/market.so.debug");
  CHECK(all[0].name == "market.so");
  CHECK(all[0].id == market);
  CHECK(all[0].architecture == Architecture::Arm64);
  CHECK(all[0].debug_bytes == 4711);
  CHECK(all[0].debug_link == "more.debug");
}

TEST_CASE("A folder's images are those of its files, opened one by one") {
  for (const char* name : {"elf-container", "macho/fat", "macho/arm64", "macho/object"}) {
    std::vector<Candidate> one_by_one;
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(native + name))
      if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    for (const std::string& file : files)
      std::ranges::move(locate::candidates_in_file(file), std::back_inserter(one_by_one));
    REQUIRE(!one_by_one.empty());
    Candidates folder(native + name);
    CAPTURE(name);
    REQUIRE(paths_of(folder.all()) == paths_of(one_by_one));
    for (std::size_t i = 0; i < one_by_one.size(); ++i) {
      CHECK(folder.all()[i].name == one_by_one[i].name);
      CHECK(folder.all()[i].id == one_by_one[i].id);
      CHECK(folder.all()[i].architecture == one_by_one[i].architecture);
      CHECK(folder.all()[i].debug_bytes == one_by_one[i].debug_bytes);
      CHECK(folder.all()[i].debug_link == one_by_one[i].debug_link);
    }
  }
}

TEST_CASE("A bundle and a file are looked at without the catalogue; what is not there has nothing") {
  const auto never = [](const std::string&) -> Result<catalogue::Snapshot> {
    return fail("not to be asked");
  };
  Candidates bundle(native + "macho/fat64/libmarket.dylib.dSYM/", never);
  CHECK(bundle.all().size() == 2);
  Candidates file(native + "elf-container/market-full.so", never);
  CHECK(file.all().size() == 1);
  Candidates nothing(native + "no-such-thing", never);
  CHECK(nothing.all().empty());
  Candidates unreadable(native, never);
  CHECK(unreadable.all().empty());
}

TEST_CASE("Of several with an id the richest is taken") {
  const std::vector<Candidate> all = {{"poor", "a", market, Architecture::Arm64, 0},
                                      {"rich", "a", market, Architecture::Arm64, 9},
                                      {"richer, another", "a", ImageId{}, Architecture::Arm64, 99}};
  const Candidate* best = locate::richest(all, market);
  REQUIRE(best != nullptr);
  CHECK(best->path == "rich");
  CHECK(locate::richest(all, *ImageId::parse("00112233445566778899aabbccddeeff")) == nullptr);
}

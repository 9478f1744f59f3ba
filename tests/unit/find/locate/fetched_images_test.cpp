// What servers have, as a search sees it. Their part is played by scripts.
#include <fstream>
#include <sys/stat.h>

#include "doctest/doctest.h"

#include "find/locate/locator.h"
#include "support/scratch.h"

using namespace symkit;
using namespace symkit::locate;
using namespace std::chrono_literals;

namespace {

const ImageReference image{.name = "libx.so", .id = *ImageId::parse("00112233")};

Places places_with(const test::Scratch& scratch, const std::string& script) {
  const std::string path = scratch / "symkit-fetch";
  std::ofstream(path) << "#!/bin/sh\nwhile read id name; do\n" << script << "\ndone\n";
  ::chmod(path.c_str(), 0700);
  Places places;
  places.system_folder = scratch / "system";
  places.downloads = std::make_shared<fetch::Downloads>(fetch::DownloadOptions{
      .servers = {{fetch::ServerKind::Debuginfod, "https://example.org"}}, .program = path});
  return places;
}

}  // namespace

TEST_CASE("servers are needed for what has an id and is not here; nobody is asked for that answer") {
  const test::Scratch scratch;
  const Places places = places_with(scratch, "echo $id none no server has it");
  const Search search(places);
  CHECK(search.needs_servers(image));
  CHECK_FALSE(search.needs_servers({.name = "libx.so"}));
  CHECK(places.downloads->outcomes().empty());
  Places without = places;
  without.downloads = nullptr;
  CHECK_FALSE(Search(without).needs_servers(image));
}

TEST_CASE("an image that was missed is looked for again once servers have answered, and only then") {
  const test::Scratch scratch;
  const Places places = places_with(scratch, "sleep 0.3; echo $id none no server has it");
  places.downloads->wait_at_most(10ms);
  Locator locator(places, {});
  const unsigned before = locator.revision(image);  // nobody has asked yet
  const symbolize::Match match = locator.find(image);
  CHECK(match.reason == fetch::Downloads::still_on_its_way);
  CHECK(match.may_change);
  CHECK(locator.revision(image) == before);
  places.downloads->wait_for_missed();
  CHECK(locator.revision(image) != before);
  CHECK(locator.find(image).reason == "no server has it");
}

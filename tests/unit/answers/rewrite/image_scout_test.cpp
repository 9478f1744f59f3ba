// Which images of a log are told of, before anybody answers its frames.
#include "answers/rewrite/image_scout.h"

#include <vector>

#include "doctest/doctest.h"

using namespace symkit;
using namespace symkit::rewrite;

namespace {

std::vector<std::string> images_in(std::string log) {
  std::vector<std::string> names;
  ImageScout scout(
      [&](const ImageReference& image) { names.push_back(std::string(image.name) + " " + image.id.hex()); });
  const auto input = io::Input::of_memory(std::move(log), "log");
  REQUIRE(scout.read(*input));
  return names;
}

}  // namespace

TEST_CASE("each image with a frame is told of once, in the log's order") {
  CHECK(images_in("      #00 pc 000000000001000  /lib/b.so (BuildId: 00112233)\n"
                  "text between\n"
                  "      #01 pc 000000000002000  /lib/a.so (BuildId: 44556677)\n"
                  "      #02 pc 000000000003000  /lib/b.so (BuildId: 00112233)\n") ==
        std::vector<std::string>{"b.so 00112233", "a.so 44556677"});
}

TEST_CASE("images of reports that list them last are told of with their ids, those without frames are not") {
  const auto names = images_in(
      "Incident Identifier: 1\nProcess: App [1]\nVersion: 1\nReport Version: 104\n\n"
      "Thread 0 Crashed:\n0   App   0x0000000100001000 0x100000000 + 4096\n\n"
      "Binary Images:\n"
      "0x100000000 - 0x100ffffff App arm64  <00112233445566778899aabbccddeeff> /var/App\n"
      "0x200000000 - 0x200ffffff Other arm64  <ffeeddccbbaa99887766554433221100> /usr/lib/Other\n");
  CHECK(names == std::vector<std::string>{"App 00112233445566778899aabbccddeeff"});
}

TEST_CASE("it stops when it is told to") {
  ImageScout* told = nullptr;
  std::size_t images = 0;
  ImageScout scout([&](const ImageReference&) {
    ++images;
    told->stop();
  });
  told = &scout;
  const auto input =
      io::Input::of_memory(std::string("      #00 pc 000000000001000  /lib/b.so (BuildId: 00112233)\n"
                                       "      #01 pc 000000000002000  /lib/a.so (BuildId: 44556677)\n"),
                           "log");
  CHECK(scout.read(*input));
  CHECK(images == 1);
}

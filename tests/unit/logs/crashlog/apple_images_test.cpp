// The grammar's corners of the lists of images in Apple's reports.
#include "doctest/doctest.h"

#include "apple_log.h"

using namespace symkit;
using namespace symkit::test::apple;

TEST_CASE("lines of the list of images") {
  const auto id_of = [](const std::string& line) {
    return report("0   Shop  0x1022364bc 0x102230000 + 25788", line).frames.at(0).id;
  };
  CHECK(id_of("0x102230000 - 0x102237fff +Shop arm64  <" + uuid + "> /Shop") == uuid);
  CHECK(id_of("  0x102230000 -   0x102237fff  +com.example.Shop (1.4 - 128) "
              "<82D13D98-219E-3040-B62A-07A297007A7C>"
              " /Applications/Shop.app/Contents/MacOS/Shop") == uuid);
  CHECK(id_of("0x102230000 - 0x102237fff com.example.Shop (*) <" + uuid + "> /Shop") == uuid);
  CHECK(id_of("0x102230000 - 0x102237fff Shop ??? (132.13) <" + uuid + "> /Shop") == uuid);
  CHECK(id_of("0x102230000 - 0x102237fff Shop arm64e <" + uuid + ">") == uuid);
  CHECK(id_of("0x102230000 - ??? Shop (1.0) <" + uuid + "> /Shop") == uuid);
  // No id, or none that means anything.
  CHECK(id_of("0x102230000 - 0x102237fff Shop 1.4 /Shop").empty());
  CHECK(id_of("0x102230000 - 0x102237fff Shop arm64 <> /Shop").empty());
  CHECK(id_of("0x102230000 - 0x102237fff Shop arm64 <00000000-0000-0000-0000-000000000000> /Shop").empty());
}

TEST_CASE("a bundle's name in the columns gives way to the image's") {
  const Log log =
      report("0   com.example.Sh  0x1022364bc 0x102230000 + 25788",
             "0x102230000 - 0x102237fff +com.example.Shop (1.4) <" + uuid + "> /Applications/Shop");
  CHECK(log.frames.at(0).image == "Shop");
}

TEST_CASE("images that cannot be are no images") {
  SUBCASE("they end before they begin") {
    const Log log = report("0   Shop  0x1022364bc 0x102230000 + 25788",
                           "0x102230000 - 0x2237fff Shop arm64 <" + uuid + "> /Shop");
    CHECK(log.problems().contains("an image's addresses end before they begin"));
    CHECK(log.frames.at(0).id.empty());
  }
  SUBCASE("more than 64 bits, and the list goes on behind it") {
    const Log log({head, "Thread 0:", "0   Shop  0x1022364bc 0x102230000 + 25788", "", "Binary Images:",
                   "0x1ffffffffffffffff0 - 0x2ffffffffffffffff0 A arm64 <" + uuid + "> /A", image, ""});
    CHECK(log.frames.at(0).id == uuid);
    CHECK(log.problems().at("the log's address has more than 64 bits") == 1);
  }
  SUBCASE("they overlap") {
    const Log log({head, "Thread 0:", "0   Shop  0x1022364bc <redacted> + 12", "", "Binary Images:", image,
                   "0x102230000 - 0x102237fff Other arm64  <00d13d98219e3040b62a07a297007a7c> /Other", ""});
    CHECK(log.problems().contains("images of the log overlap"));
  }
  SUBCASE("what stands for the rest of memory holds nothing") {
    const Log log({head, "Thread 0:", "0   Shop  0x1022364bc <redacted> + 12", "", "Binary Images:", image,
                   "0x0 - 0xffffffffffffffff ??? (*) <00000000-0000-0000-0000-000000000000> ???", ""});
    CHECK(log.frames.at(0).id == uuid);
    CHECK(log.problems().empty());
  }
}

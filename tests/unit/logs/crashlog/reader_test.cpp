#include "logs/crashlog/reader.h"

#include <string>

#include "doctest/doctest.h"

using namespace symkit;
using namespace symkit::crashlog;

namespace {

std::string replaced(const std::string& line, const Frame& frame) {
  return line.substr(frame.replaced.begin, frame.replaced.end - frame.replaced.begin);
}

}  // namespace

TEST_CASE("a tombstone's frame") {
  Reader reader;
  Frame frame;
  const std::string line =
      "01-15 13:31:06.831 13140 13140 F DEBUG   :       #09 pc 0000000008b15f90  "
      "/data/app/~~x==/base.apk!libmonochrome_64.so (offset 0x930000) (run(int (*)())+40) (BuildId: "
      "bbae4194) tail\r\n";
  REQUIRE(reader.read(line, frame) == Found::Frame);
  CHECK(frame.number == 9);
  CHECK(frame.file_address == 0x8b15f90);
  CHECK(frame.address_text == "0000000008b15f90");
  CHECK(frame.image.name == "libmonochrome_64.so");
  CHECK(frame.image.path == "/data/app/~~x==/base.apk!libmonochrome_64.so");
  CHECK(frame.image.id == ImageId::parse("bbae4194"));
  CHECK(frame.symbol == "run(int (*)())");
  CHECK(frame.address_of == AddressOf::Call);
  CHECK(line.substr(frame.replaced.end) == " tail\r\n");
}

TEST_CASE("a coloured frame keeps its colours") {
  Reader reader;
  Frame frame;
  const std::string line = "\x1b[33m    #1 0x7f12 \x1b[36m in f (/bin/x+0x12)\x1b[0m\n";
  REQUIRE(reader.read(line, frame) == Found::Frame);
  CHECK(replaced(line, frame) == " \x1b[36m in f (/bin/x+0x12)");
  CHECK(reader.colours() == "\x1b[36m");
  CHECK(frame.file_address == 0x12);
}

TEST_CASE("images of a crash report that wrap, or are too large, are problems of the log") {
  Reader reader;
  Frame frame;
  for (const char* line : {"Incident Identifier: 1\n", "Binary Images:\n",
                           "0x2000 - 0x1000 App arm64 <00112233445566778899aabbccddeeff> /App\n",
                           "0x11112222333344445 - 0x11112222333344446 App arm64 <0011> /App\n"})
    CHECK(reader.read(line, frame) == Found::Context);
  CHECK(reader.report().images().empty());
  CHECK(reader.report().problems().size() == 2);
}

TEST_CASE("a report waits for its images and no longer") {
  Reader reader;
  Frame frame;
  CHECK(reader.read("Incident Identifier: 1\n", frame) == Found::Context);
  CHECK(reader.report().waits_for_images());
  CHECK(reader.read("0   App  0x1010 0x1000 + 16\n", frame) == Found::Frame);
  CHECK(reader.read("Binary Images:\n", frame) == Found::Context);
  CHECK(reader.read("0x1000 - 0x1fff App arm64 <00112233445566778899aabbccddeeff> /a/App\n", frame) ==
        Found::Context);
  CHECK(reader.report().waits_for_images());
  CHECK(reader.read("\n", frame) == Found::Nothing);
  CHECK_FALSE(reader.report().waits_for_images());
  REQUIRE(reader.read("0   App  0x1010 0x1000 + 16\n", frame) == Found::Frame);
  CHECK(frame.image.id == ImageId::parse("00112233445566778899aabbccddeeff"));
  CHECK(frame.image.path == "/a/App");
}

TEST_CASE("numbers that are none do not stop the reading") {
  Reader reader;
  Frame frame;
  REQUIRE(reader.read("#00 pc 0123456789abcdef01 /x/libx.so\n", frame) == Found::Frame);
  CHECK(frame.problem == "the log's address has more than 64 bits");
  REQUIRE(reader.read("#99999999999999999999999 pc 0123 /x/libx.so\n", frame) == Found::Frame);
  CHECK(frame.problem == "the log's frame number is impossible");
}

TEST_CASE("any cut of a line is read without harm") {
  const std::string lines[] = {
      "#09 pc 0000000008b15f90  /data/app/base.apk!libx.so (offset 0x930000) (run+40) (BuildId: bbae4194)",
      "    #0 0x574f04be26bc in f(int) (/path/suite+0xd3e6bc) (BuildId: 159d3193)",
      "2   My App  0x1022364bc 0x102230000 + 25788",
      "  0x102230000 - 0x102237fff +My App arm64  <82d13d98219e3040b62a07a297007a7c> /private/var/My App",
  };
  for (const std::string& line : lines)
    for (std::size_t begin = 0; begin < line.size(); ++begin)
      for (std::size_t end = begin; end <= line.size(); ++end) {
        Reader* const reader = [] {
          static Reader one;
          return &one;
        }();
        Frame frame;
        const std::string cut = line.substr(begin, end - begin);
        if (reader->read(cut, frame) != Found::Frame) continue;
        CHECK(frame.replaced.begin <= frame.replaced.end);
        CHECK(frame.replaced.end <= cut.size());
      }
}

// Lists of a process's mappings, as programs put them into their logs.
#include "doctest/doctest.h"

#include "logs/crashlog/memory_mappings.h"
#include "unit/logs/crashlog/describe.h"

using namespace symkit;

namespace {

constexpr std::string_view header = "7f0000000000-7f0000001000 r--p 00000000 fe:00 12   /usr/lib/a b.so\n";
constexpr std::string_view code = "7f0000001000-7f0000003000 r-xp 00001000 fe:00 12   /usr/lib/a b.so\n";

// Where the image was loaded that holds the address, once the lines were read.
std::optional<std::uint64_t> base_of(const std::vector<std::string>& lines, std::uint64_t address) {
  crashlog::Reader reader;
  crashlog::Frame frame;
  for (const std::string& line : lines) CHECK(reader.read(line, frame) == crashlog::Found::Context);
  const crashlog::ListedImage* image = reader.report().image_holding(address);
  return image == nullptr ? std::nullopt : image->load_address;
}

}  // namespace

TEST_CASE("an image begins with the mapping of its file's first byte") {
  CHECK(base_of({std::string(header), std::string(code)}, 0x7f0000001234) == 0x7f0000000000);
  CHECK(base_of({"[   12.000001] " + std::string(header), "[   12.000001] " + std::string(code)},
                0x7f0000001234) == 0x7f0000000000);
  CHECK_FALSE(base_of({std::string(code)}, 0x7f0000001234));
  CHECK_FALSE(base_of({std::string(header)}, 0x7f0000001234));
}

TEST_CASE("what is of no file, or of one that was deleted, is no image") {
  CHECK_FALSE(base_of({"7f0000000000-7f0000003000 r-xp 00000000 00:00 0 \n"}, 0x7f0000001234));
  CHECK_FALSE(base_of({"7f0000000000-7f0000003000 r-xp 00000000 00:00 0    [vdso]\n"}, 0x7f0000001234));
  CHECK_FALSE(
      base_of({"7f0000000000-7f0000003000 r-xp 00000000 fe:00 12 /a.so (deleted)\n"}, 0x7f0000001234));
}

TEST_CASE("a list that begins anew is another process's") {
  const std::string again = "7e0000000000-7e0000003000 r-xp 00000000 fe:00 12 /usr/lib/a b.so\n";
  CHECK(base_of({std::string(header), std::string(code), again}, 0x7e0000001234) == 0x7e0000000000);
  CHECK_FALSE(base_of({std::string(header), std::string(code), again}, 0x7f0000001234));
}

TEST_CASE("what only looks like a mapping passes") {
  crashlog::Reader reader;
  crashlog::Frame frame;
  for (const std::string_view line :
       {"7f0000003000-7f0000001000 r-xp 00000000 fe:00 12 /a.so\n", "-rw-r--r-- r-xp \n",
        "user-space r--p \n", "7f0000000000-7f00000030000000000 r-xp 00000000 fe:00 12 /a.so\n",
        "7f00-7f01 r-xp\n"})
    CHECK(reader.read(line, frame) == crashlog::Found::Nothing);
}

TEST_CASE("A copy of /proc/PID/maps") {
  const auto images = crashlog::read_process_maps(
      "00108000-00109000 r--p 00000000 fe:00 12   /opt/kiosk\r\n"
      "00109000-0010a000 r-xp 00001000 fe:00 12   /opt/kiosk\n"
      "7ffd2b1c8000-7ffd2b1e9000 rw-p 00000000 00:00 0   [stack]\n");
  REQUIRE(images);
  REQUIRE(images->all().size() == 2);
  CHECK(images->all()[0].name == "kiosk");
  CHECK(images->all()[1].path == "/opt/kiosk");
  CHECK(images->all()[1].load_address == 0x108000U);
  CHECK_FALSE(crashlog::read_process_maps("no mappings\n"));
}

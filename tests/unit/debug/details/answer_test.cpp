#include "debug/details/answer.h"

#include <doctest/doctest.h>

namespace symkit::details {
namespace {

Details example() {
  Details details;
  details.id = "aabb";
  details.own_name = "libsoup.so";
  details.search_paths = {"/opt/soup"};
  details.load_commands = {"SEGMENT_64", "UUID"};
  details.libraries = {{"libspice.so", "weak", "1.2.3"}, {"libc.so.6", "", ""}};
  details.undefined = {{"spice_heat", 1, true, "SPICE_1.0"}, {"anything", 0, false, ""}};
  details.sections = {{".text", 0x1000}};
  details.symbols = 7;
  details.function_starts = 3;
  return details;
}

}  // namespace

TEST_CASE("an answer is read as it was written") {
  const auto read = read_answer(write_answer(example()));
  REQUIRE(read);
  CHECK(write_answer(*read) == write_answer(example()));
  CHECK(read->libraries[0].kind == "weak");
  CHECK(read->undefined[0].version == "SPICE_1.0");
  CHECK(read->sections[0].address == 0x1000);
}

TEST_CASE("an answer that is cut or goes on is none") {
  std::vector<std::uint8_t> bytes = write_answer(example());
  for (std::size_t size = 0; size < bytes.size(); ++size) CHECK_FALSE(read_answer(Bytes(bytes).first(size)));
  bytes.push_back(0);
  CHECK(read_answer(bytes).error().message == "its answer is damaged");
}

TEST_CASE("a library that is not there is any library") {
  Details details = example();
  details.undefined[0].library = 9;
  CHECK(read_answer(write_answer(details))->undefined[0].library == 0);
}

TEST_CASE("counts beyond the answer take no memory") {
  std::vector<std::uint8_t> bytes = write_answer({});
  for (std::size_t i = 24; i + 8 <= bytes.size(); i += 8) {
    std::vector<std::uint8_t> damaged = bytes;
    for (std::size_t byte = 0; byte < 7; ++byte) damaged[i + byte] = 0xff;
    if (i + 16 < bytes.size()) CHECK_FALSE(read_answer(damaged));
  }
}

}  // namespace symkit::details

// pprof's files: what is read of them, what is refused, and what stays as it was where names are added.
#include "doctest/doctest.h"

#include "reports/profile/pprof_reader.h"
#include "reports/profile/pprof_rewriter.h"
#include "support/protobuf.h"

using namespace symkit;
using test::bytes_field;
using test::number_field;
using test::varint;

namespace {

// One sample of one location in one mapping, and what else a test wants.
struct Parts {
  std::string types = bytes_field(1, number_field(1, 1) + number_field(2, 2));
  std::string sample = bytes_field(2, bytes_field(1, varint(5)) + bytes_field(2, varint(10)));
  std::string mapping = bytes_field(3, number_field(1, 3) + number_field(2, 0x1000) +
                                           number_field(3, 0x2000) + number_field(5, 3) + number_field(6, 4));
  std::string location = bytes_field(4, number_field(1, 5) + number_field(2, 3) + number_field(3, 0x1234));
  std::string more = {};
  std::vector<std::string> texts = {"", "samples", "count", "/srv/app", "aabb"};

  std::string all() const {
    std::string out = types + sample + mapping + location + more;
    for (const std::string& text : texts) out += bytes_field(6, text);
    return out;
  }
};

Result<profile::PprofFile> read(const std::string& bytes) {
  return profile::read_pprof(io::blob_of_text(bytes));
}

std::string why_not(const std::string& bytes) {
  const auto file = read(bytes);
  return file ? "" : file.error().message;
}

// As Namer does it.
void name(profile::PprofFile& file, std::uint32_t location, std::string_view function) {
  profile::Profile& it = file.profile;
  it.functions.push_back({it.texts.add(function), it.texts.add("_mangled"), it.texts.add("a.c"), 0});
  it.locations[location].first_line = static_cast<std::uint32_t>(it.lines.size());
  it.locations[location].line_count = 1;
  it.lines.push_back({static_cast<std::uint32_t>(it.functions.size() - 1), 17, 0});
}

}  // namespace

TEST_CASE("A profile's samples, locations and mappings are read, whatever stands before what they name") {
  const auto file = read(Parts{}.all());
  REQUIRE(file);
  const profile::Profile& it = file->profile;
  REQUIRE(it.sample_count() == 1);
  CHECK(it.values(0).front() == 10);
  const profile::Location& location = it.locations.at(it.stack(0).front());
  CHECK(location.address == 0x1234);
  CHECK(it.texts[it.mappings.at(location.mapping).file] == "/srv/app");
  CHECK_FALSE(it.has_names(location));
}

TEST_CASE("Numbers that are not packed are read as those that are") {
  Parts parts;
  parts.sample = bytes_field(2, number_field(1, 5) + number_field(1, 5) + number_field(2, 7));
  const auto file = read(parts.all());
  REQUIRE(file);
  CHECK(file->profile.stack(0).size() == 2);
  CHECK(file->profile.values(0).front() == 7);
}

TEST_CASE("What leads nowhere, or to two things, is refused in words") {
  Parts parts;
  CHECK(why_not(parts.all()).empty());
  parts.sample = bytes_field(2, bytes_field(1, varint(6)) + bytes_field(2, varint(10)));
  CHECK(why_not(parts.all()) == "a sample names location 6, which does not exist");
  parts = {};
  parts.more = parts.location;
  CHECK(why_not(parts.all()) == "two locations have the id 5");
  parts.more = bytes_field(4, number_field(3, 0x1234));
  CHECK(why_not(parts.all()) == "a location has no id");
  parts.more = bytes_field(4, number_field(1, 6) + number_field(2, 9));
  CHECK(why_not(parts.all()) == "a location names mapping 9, which does not exist");
  parts.more = bytes_field(4, number_field(1, 6) + bytes_field(4, number_field(1, 8)));
  CHECK(why_not(parts.all()) == "a location names function 8, which does not exist");
  parts.more = bytes_field(5, number_field(1, 1) + number_field(2, 1'000'000'000'000));
  CHECK(why_not(parts.all()) == "it refers to text 1000000000000 of 5");
  parts = {};
  parts.types += parts.types;
  CHECK(why_not(parts.all()) == "a sample has 1 values, where the profile has 2 types of them");
  parts = {};
  parts.texts.front() = "first";
  CHECK(why_not(parts.all()) == "its first text is not the empty one");
}

TEST_CASE("A file that is cut anywhere is refused, or is whole as far as it goes") {
  const std::string whole = Parts{}.all();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto file = read(whole.substr(0, size));
    if (file) CHECK(file->profile.texts.size() >= 5);
  }
}

TEST_CASE("Only what got names is written anew") {
  Parts parts;
  parts.location = bytes_field(
      4, number_field(1, 5) + number_field(2, 3) + number_field(3, 0x1234) + bytes_field(99, "kept"));
  parts.more = bytes_field(77, "unknown") + number_field(9, 1234);
  const std::string before = parts.all();
  auto file = read(before);
  REQUIRE(file);
  CHECK(profile::rewritten_pprof(*file, {false}).joined() == before);

  name(*file, 0, "readable()");
  const std::string line = bytes_field(4, number_field(1, 1) + number_field(2, 17));
  Parts expected = parts;
  expected.mapping = bytes_field(3, number_field(1, 3) + number_field(2, 0x1000) + number_field(3, 0x2000) +
                                        number_field(5, 3) + number_field(6, 4) + number_field(7, 1) +
                                        number_field(8, 1) + number_field(9, 1) + number_field(10, 1));
  expected.location = bytes_field(
      4, number_field(1, 5) + number_field(2, 3) + number_field(3, 0x1234) + bytes_field(99, "kept") + line);
  const std::string added =
      bytes_field(5, number_field(1, 1) + number_field(2, 5) + number_field(3, 6) + number_field(4, 7)) +
      bytes_field(6, "readable()") + bytes_field(6, "_mangled") + bytes_field(6, "a.c");
  CHECK(profile::rewritten_pprof(*file, {true}).joined() == expected.all() + added);
}

TEST_CASE("A flag that says of functions where there are none is not believed") {
  Parts parts;
  parts.mapping = bytes_field(3, number_field(1, 3) + number_field(2, 0x1000) + number_field(3, 0x2000) +
                                     number_field(5, 3) + number_field(7, 1));
  auto file = read(parts.all());
  REQUIRE(file);
  CHECK_FALSE(file->profile.has_names(file->profile.locations.front()));
}

TEST_CASE("What begins as no profile can is none") {
  CHECK(profile::looks_like_pprof(as_bytes(Parts{}.all())));
  CHECK_FALSE(profile::looks_like_pprof(as_bytes(std::string_view("\177ELF\2\1\1"))));
  CHECK_FALSE(profile::looks_like_pprof({}));
}

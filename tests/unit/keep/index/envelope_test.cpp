#include "keep/index/envelope.h"

#include <array>

#include "doctest/doctest.h"

using namespace symkit;
using namespace symkit::index;

namespace {

std::vector<std::uint8_t> sample() {
  static constexpr std::array<std::uint8_t, 5> content{1, 2, 3, 4, 5};
  const std::array sections = {SectionContent{tag("ABCD"), content}, SectionContent{tag("NONE"), Bytes()}};
  return seal(Kind::Native, *ImageId::parse("c061ee83b61d33528ee5655491db1d16"), 77, sections);
}

std::string refusal(Bytes file) {
  const auto opened = Envelope::open(file);
  return opened ? "" : opened.error().message;
}

}  // namespace

TEST_CASE("what is sealed is found again") {
  const auto file = sample();
  const auto envelope = Envelope::open(file);
  REQUIRE(envelope);
  CHECK(envelope->kind() == Kind::Native);
  CHECK(envelope->id().hex() == "c061ee83b61d33528ee5655491db1d16");
  CHECK(envelope->source_stamp() == 77);
  CHECK(envelope->section(tag("ABCD")).size() == 5);
  CHECK(envelope->section(tag("ABCD"))[4] == 5);
  CHECK(envelope->section(tag("NONE")).empty());
  CHECK(envelope->section(tag("WHAT")).empty());
  CHECK(envelope->verify_checksums());
}

TEST_CASE("every refusal says its reason") {
  auto file = sample();
  CHECK(refusal({}) == "is not a symkit index");
  CHECK(refusal(as_bytes("#!/bin/sh\n")) == "is not a symkit index");
  CHECK(refusal(Bytes(file).first(40)) == "is truncated within its header");
  CHECK(refusal(Bytes(file).first(file.size() - 1)).starts_with("has the wrong size"));

  auto other_version = file;
  other_version[4] = 9;
  CHECK(refusal(other_version).find("format version 9") != std::string::npos);

  auto swapped = file;
  std::swap(swapped[0], swapped[3]);
  std::swap(swapped[1], swapped[2]);
  CHECK(refusal(swapped) == "has its bytes in the wrong order");

  for (std::size_t i = 16; i < 72 + 2 * sizeof(SectionRecord); ++i) {
    auto damaged = file;
    damaged[i] ^= 0x40;
    CAPTURE(i);
    CHECK_FALSE(refusal(damaged).empty());
  }
}

TEST_CASE("damage in a section is found when asked for") {
  auto file = sample();
  file[file.size() - 8] ^= 1;  // behind the five bytes comes padding
  const auto envelope = Envelope::open(file);
  REQUIRE(envelope);
  CHECK_FALSE(envelope->verify_checksums());
}

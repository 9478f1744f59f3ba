// An index that was cut, kept in memory: its manifest, and its parts by their checksums.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "doctest/doctest.h"

#include "keep/index/cut.h"
#include "keep/index/part_source.h"

namespace symkit::test {

struct GivenParts final : index::PartSource {
  std::map<std::uint64_t, std::vector<std::uint8_t>> parts;
  std::set<std::uint64_t> expected, at_hand;
  std::size_t questions = 0;

  void expect(const index::PartSeal& part) override { expected.insert(part.checksum); }
  Result<io::SharedBlob> get(const index::PartSeal& seal) override {
    if (!at_hand.contains(seal.checksum)) ++questions;
    at_hand.merge(expected);
    expected.clear();
    const auto part = parts.find(seal.checksum);
    if (part == parts.end()) return fail("this part is missing");
    CHECK(seal.fits(part->second));
    return io::borrowed_blob(part->second);
  }
};

struct CutIndex {
  std::vector<std::uint8_t> manifest;
  std::shared_ptr<GivenParts> parts = std::make_shared<GivenParts>();
};

inline CutIndex cut_up(Bytes whole, std::size_t part_bytes, unsigned jobs = 1) {
  CutIndex cut;
  auto manifest =
      index::cut(whole,
                 [&](std::uint64_t checksum, Bytes part) -> Result<void> {
                   cut.parts->parts.emplace(checksum, std::vector<std::uint8_t>(part.begin(), part.end()));
                   return {};
                 },
                 {.part_bytes = part_bytes, .jobs = jobs});
  REQUIRE(manifest);
  cut.manifest = std::move(*manifest);
  return cut;
}

}  // namespace symkit::test

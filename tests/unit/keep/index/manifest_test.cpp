// The manifest of an index in parts: which part has an address or a name, and that nothing else passes for
// one.
#include "keep/index/manifest.h"

#include <algorithm>
#include <map>
#include <ranges>

#include "doctest/doctest.h"

#include "keep/index/native_writer.h"
#include "keep/index/parts.h"

using namespace symkit;
using namespace symkit::index;

namespace {

// Functions of 16 bytes, 48 apart; between them nothing is known. Every tenth is a version of "copy".
struct Sample {
  std::vector<std::uint8_t> whole;
  std::map<std::uint32_t, std::vector<std::uint8_t>> parts;
  std::vector<std::uint8_t> manifest;

  explicit Sample(std::size_t part_bytes, std::uint64_t functions = 300) {
    std::vector<Draft> drafts{Draft(1)};
    std::vector<Piece> pieces;
    for (std::uint64_t i = 0; i < functions; ++i) {
      const std::string number = std::to_string(1000 + i);
      const std::string name = i % 10 == 0 ? "copy@V" + number : "f" + number;
      const std::uint64_t begin = 0x1000 + i * 48;
      drafts[0].begin_function(begin, begin + 16, drafts[0].name(drafts[0].keep(name)), Source::DebugInfo, 0,
                               i);
      drafts[0].end_function();
      pieces.push_back({begin, begin + 16, 0, static_cast<std::uint32_t>(i)});
    }
    const std::array trampolines = {TrampolineRange{0x1004, 0x1008}};
    NativeMeta meta;
    meta.id = *ImageId::parse("c061ee83b61d33528ee5655491db1d16");
    meta.image_name = "libcopy.so";
    meta.architecture = Architecture::Arm64;
    whole = write_native({meta, drafts, pieces, {}, {}, trampolines}, 1);
    const auto index = NativeIndex::open(whole);
    REQUIRE(index);
    const auto taken =
        cut_in_parts(*index,
                     [&](std::uint64_t checksum, Bytes bytes) -> Result<void> {
                       CHECK(checksum == checksum_of(bytes));
                       parts[static_cast<std::uint32_t>(parts.size()) + 1].assign(bytes.begin(), bytes.end());
                       return {};
                     },
                     {.part_bytes = part_bytes});
    REQUIRE(taken);
    manifest = *taken;
  }
};

}  // namespace

TEST_CASE("each address is of one part, which has what is there") {
  const Sample sample(200);
  const auto whole = NativeIndex::open(sample.whole);
  const auto manifest = Manifest::open(sample.manifest);
  REQUIRE(manifest);
  CHECK(manifest->parts() == sample.parts.size());
  CHECK(manifest->facts().image_name == "libcopy.so");
  CHECK(manifest->facts().is_trampoline({0x1005}));
  CHECK_FALSE(manifest->facts().is_trampoline({0x1008}));
  CHECK(manifest->part_at({0xfff}) == 0);
  CHECK(manifest->part_at({0x1000}) == 1);
  CHECK(manifest->part_at(whole->end()) == 0);
  CHECK(manifest->part_at({UINT64_MAX}) == 0);
  Answer answer, of_part;
  std::uint32_t last = 0;
  for (std::uint64_t offset = 0x1000; offset < whole->end().value; ++offset) {
    const std::uint32_t number = manifest->part_at({offset});
    REQUIRE(number >= last);
    last = number;
    const auto [first, end] = manifest->range_of(number);
    CHECK(first.value <= offset);
    CHECK(offset <= end.value);
    const auto part = NativeIndex::open(sample.parts.at(number));
    REQUIRE(part);
    REQUIRE(part->lookup({offset}, of_part) == whole->lookup({offset}, answer));
    CHECK(of_part.begin == answer.begin);
  }
  CHECK(last > 4);
}

TEST_CASE("whoever cuts an index cuts it alike, on one core or on many; parts may be packed on the way") {
  constexpr std::size_t part_bytes = 300;
  const Sample sample(part_bytes);
  const auto whole = NativeIndex::open(sample.whole);
  std::vector<std::vector<std::uint8_t>> parts;
  const auto taken = cut_in_parts(*whole,
                                  [&](std::uint64_t, Bytes bytes) -> Result<void> {
                                    parts.emplace_back(bytes.begin(), bytes.end());
                                    return {};
                                  },
                                  {.part_bytes = part_bytes, .jobs = 3, .pack = [](Bytes part) {
                                     std::vector<std::uint8_t> packed(part.rbegin(), part.rend());
                                     return packed;
                                   }});
  REQUIRE(taken);
  CHECK(*taken == sample.manifest);
  REQUIRE(parts.size() == sample.parts.size());
  for (std::uint32_t number = 1; number <= parts.size(); ++number)
    CHECK(std::ranges::equal(parts[number - 1], sample.parts.at(number) | std::views::reverse));
}

TEST_CASE("versions of a name are found in whichever parts they are") {
  const Sample sample(60);
  const auto whole = NativeIndex::open(sample.whole);
  const auto manifest = Manifest::open(sample.manifest);
  REQUIRE(manifest);
  const auto find = [&](std::string_view name) {
    std::vector<ImageOffset> found;
    const auto [first, count] = manifest->parts_with(name);
    for (std::uint32_t number = first; number < first + count; ++number)
      for (const ImageOffset begin : NativeIndex::open(sample.parts.at(number))->functions_named(name))
        found.push_back(begin);
    return found;
  };
  CHECK(manifest->parts_with("copy").count > 3);
  CHECK(find("copy").size() == 30);
  for (const char* name :
       {"copy", "copy@V1000", "copy@V1290", "f1001", "f1299", "f", "f9", "", "a", "z", "copyA", "cop"}) {
    CAPTURE(name);
    CHECK(find(name) == whole->functions_named(name));
  }
}

TEST_CASE("only its own bytes are a part") {
  const Sample sample(200);
  const auto manifest = Manifest::open(sample.manifest);
  REQUIRE(manifest);
  for (const auto& [number, bytes] : sample.parts) CHECK(manifest->is_part(number, bytes));
  CHECK_FALSE(manifest->is_part(1, sample.parts.at(2)));
  CHECK_FALSE(manifest->is_part(0, sample.parts.at(1)));
  CHECK_FALSE(manifest->is_part(static_cast<std::uint32_t>(sample.parts.size()) + 1, sample.parts.at(1)));
  auto damaged = sample.parts.at(1);
  damaged.back() ^= 1;
  CHECK_FALSE(manifest->is_part(1, damaged));
}

TEST_CASE("a manifest that is cut or damaged is refused, and so is what is none") {
  const Sample sample(200, 60);
  for (std::size_t size = 0; size < sample.manifest.size(); ++size)
    CHECK_FALSE(Manifest::open(Bytes(sample.manifest).first(size)));
  const auto envelope = Envelope::open(sample.manifest);
  REQUIRE(envelope);
  for (const std::uint32_t tag : {meta_tag, address_parts_tag, name_parts_tag}) {
    const Bytes section = envelope->section(tag);
    for (std::size_t at = 0; at < section.size(); ++at) {
      auto damaged = sample.manifest;
      damaged[static_cast<std::size_t>(section.data() - sample.manifest.data()) + at] ^= 0x10;
      CHECK_FALSE(Manifest::open(damaged));
    }
  }
  CHECK(Manifest::open(sample.whole).error().message == "is an index of kind native, not a manifest");
  CHECK(NativeIndex::open(sample.manifest).error().message == "is an index of kind manifest, not native");
}

TEST_CASE("the same index is cut alike, and none has no parts but its manifest") {
  CHECK(Sample(200).manifest == Sample(200).manifest);
  const Sample one(usual_part);
  CHECK(one.parts.size() == 2);  // one of addresses, one of names
  const Sample none(200, 0);
  CHECK(none.parts.empty());
  const auto manifest = Manifest::open(none.manifest);
  REQUIRE(manifest);
  CHECK(manifest->part_at({0}) == 0);
  CHECK(manifest->parts_with("f1000").count == 0);
}

TEST_CASE("who cannot keep a part ends the cutting, in his own words") {
  const Sample sample(200);
  const auto index = NativeIndex::open(sample.whole);
  REQUIRE(index);
  int parts = 0;
  const auto taken = cut_in_parts(
      *index,
      [&](std::uint64_t, Bytes) -> Result<void> { return ++parts == 3 ? fail("full") : Result<void>(); },
      {.part_bytes = 200, .jobs = 2});
  CHECK(parts == 3);
  REQUIRE_FALSE(taken);
  CHECK(taken.error().message == "full");
}

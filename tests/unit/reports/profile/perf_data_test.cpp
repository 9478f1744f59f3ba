// perf.data: whose memory an address was in, and what becomes of files that are cut or flipped.
#include "reports/profile/perf_data.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>
#include <zstd.h>

#include "doctest/doctest.h"

#include "ground/base/words.h"
#include "reports/profile/process_memory.h"

using namespace symkit;
using profile::ProcessMemory;

namespace {

std::string basket() {
  std::ifstream file(SYMKIT_TEST_DATA "/profiles/basket.data", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Result<profile::Profile> read(const std::string& bytes) {
  return profile::read_perf_data(io::blob_of_text(bytes));
}

std::string copied() {
  std::ifstream file(SYMKIT_TEST_DATA "/profiles/copied.data", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// By the basket that is here, with two workers.
Result<profile::Profile> read_copied(const std::string& bytes) {
  profile::PerfDataUse use;
  use.images.files = [](const samples::RecordedImage& image) {
    const bool is_it = image.path.ends_with("basket");
    return is_it ? std::vector<std::string>{SYMKIT_TEST_DATA "/leak/basket"} : std::vector<std::string>();
  };
  use.jobs = 2;
  return profile::read_perf_data(io::blob_of_text(bytes), use);
}

// Offsets in the files, the last three digits; what has no address as "-".
std::string places(const profile::Profile& profile, std::size_t sample) {
  std::string text;
  for (const std::uint32_t number : profile.stack(sample)) {
    const profile::Location& location = profile.locations[number];
    text += location.is_label ? "-" : hex(location.address & 0xfff);
    text += location.address_of == AddressOf::Return ? "r " : " ";
  }
  return text;
}

std::string little(std::uint64_t number, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i, number >>= 8) bytes += static_cast<char>(number & 0xff);
  return bytes;
}

std::string record(std::uint32_t type, const std::string& body) {
  return little(type, 4) + little(0, 2) + little((body.size() + 8) & 0xffff, 2) + body;
}

// The same file with all its records in one that is packed, what stands behind them cut off. `filled`: to so
// many bytes, with zeros.
std::string packed(const std::string& file, std::uint32_t type, std::size_t filled = 0) {
  std::uint64_t begin = 0, size = 0;
  constexpr std::size_t place_of_data = 40;
  std::memcpy(&begin, file.data() + place_of_data, 8);
  std::memcpy(&size, file.data() + place_of_data + 8, 8);
  std::string stream(ZSTD_compressBound(size), '\0');
  stream.resize(ZSTD_compress(stream.data(), stream.size(), file.data() + begin, size, 1));
  std::string body = type == 83 ? little(stream.size(), 8) + stream : stream;
  body.resize(std::max(filled, (body.size() + 7) / 8 * 8));
  if (type == 81) body.resize(stream.size());
  const std::string data = record(type, body);
  return file.substr(0, place_of_data + 8) + little(data.size(), 8) +
         file.substr(place_of_data + 16, begin - place_of_data - 16) + data;
}

std::string sample_with_calls(const std::vector<std::uint64_t>& chain,
                              const std::vector<std::pair<std::uint64_t, std::uint64_t>>& calls) {
  std::string body = little(chain.front(), 8) + little(7, 4) + little(7, 4) + little(chain.size(), 8);
  for (const std::uint64_t address : chain) body += little(address, 8);
  body += little(calls.size(), 8);
  for (const auto& [from, to] : calls) body += little(from, 8) + little(to, 8) + little(0, 8);
  return record(9, body);
}

// A file of such samples, and what was recorded of branches.
std::string with_calls(std::uint64_t branch_type, const std::string& samples) {
  constexpr std::uint64_t header = 104, attr = 112;
  const std::string event = little(0, 4) + little(attr, 4) + little(0, 16) + little(1 | 2 | 32 | 2048, 8) +
                            std::string(72 - 32, '\0') + little(branch_type, 8) +
                            std::string(attr - 80, '\0') + little(0, 16);
  return "PERFILE2" + little(header, 8) + little(attr + 16, 8) + little(header, 8) + little(event.size(), 8) +
         little(header + event.size(), 8) + little(samples.size(), 8) + std::string(16 + 32, '\0') + event +
         samples;
}

std::uint32_t mapping_at(const ProcessMemory& memory, std::uint32_t process, std::uint64_t address,
                         std::uint64_t time) {
  const ProcessMemory::View view = memory.view(process, time);
  const auto* piece = view.pieces.at(address);
  return piece == nullptr ? profile::none : piece->mapping;
}

}  // namespace

TEST_CASE("Memory is what was mapped last, until that is mapped over or the program ends") {
  ProcessMemory memory;
  memory.map(1, 10, {.begin = 0x1000, .end = 0x3000, .mapping = 1});
  memory.map(1, 20, {.begin = 0x2000, .end = 0x4000, .mapping = 2});
  memory.execute(1, 30);
  memory.map(1, 31, {.begin = 0x1000, .end = 0x2000, .mapping = 3});
  CHECK(mapping_at(memory, 1, 0x2800, 5) == profile::none);
  CHECK(mapping_at(memory, 1, 0x2800, 15) == 1);
  CHECK(mapping_at(memory, 1, 0x2800, 25) == 2);
  CHECK(mapping_at(memory, 1, 0x2800, 35) == profile::none);
  CHECK(mapping_at(memory, 1, 0x1800, 35) == 3);
  CHECK(mapping_at(memory, 2, 0x1800, 35) == profile::none);
}

TEST_CASE("A child has what its parent had when it was born, until it runs another program") {
  ProcessMemory memory;
  memory.map(1, 10, {.begin = 0x1000, .end = 0x2000, .mapping = 1});
  memory.fork(2, 1, 20);
  memory.map(1, 30, {.begin = 0x5000, .end = 0x6000, .mapping = 2});
  memory.execute(2, 40);
  CHECK(mapping_at(memory, 2, 0x1800, 35) == 1);
  CHECK(mapping_at(memory, 2, 0x5800, 35) == profile::none);
  CHECK(mapping_at(memory, 2, 0x1800, 45) == profile::none);
}

TEST_CASE("A process whose number another had before has nothing of it, nor the other way round") {
  ProcessMemory memory;
  memory.map(1, 1, {.begin = 0x1000, .end = 0x2000, .mapping = 9});
  memory.map(2, 10, {.begin = 0x1000, .end = 0x2000, .mapping = 1});
  memory.fork(2, 1, 20);
  memory.execute(2, 21);
  memory.map(2, 22, {.begin = 0x5000, .end = 0x6000, .mapping = 2});
  CHECK(mapping_at(memory, 2, 0x1800, 15) == 1);
  CHECK(mapping_at(memory, 2, 0x1800, 20) == 9);
  CHECK(mapping_at(memory, 2, 0x1800, 25) == profile::none);
  CHECK(mapping_at(memory, 2, 0x5800, 25) == 2);
  CHECK(mapping_at(memory, 2, 0x5800, 15) == profile::none);
  memory.fork(3, 1, 30);
  CHECK(mapping_at(memory, 3, 0x1800, 29) == profile::none);
}

TEST_CASE("Samples are in the memory of their processes, by the build ids that the file has") {
  const auto it = read(basket());
  REQUIRE(it);
  REQUIRE(it->sample_count() == 5);
  const auto file_of = [&](std::size_t sample) {
    const profile::Location& location = it->locations[it->stack(sample).front()];
    return std::string(it->texts[it->mappings.at(location.mapping).file]);
  };
  CHECK(file_of(0) == "/srv/app/basket");
  CHECK(file_of(1) == "[kernel.kallsyms]_text");
  CHECK(file_of(2) == "/srv/app/basket");
  CHECK(file_of(3) == "/srv/app/late");
  CHECK(file_of(4) == "/srv/app/other");
  const profile::Location& late = it->locations[it->stack(3).front()];
  CHECK(it->texts[it->mappings[late.mapping].build_id] == "159a9ed9f0de1d86f4b7288af004ba95cc8b2b42");
  // The sampled address is exact, and so is the first below the kernel's; all others return.
  CHECK(it->locations[it->stack(0)[0]].address_of == AddressOf::Instruction);
  CHECK(it->locations[it->stack(0)[1]].address_of == AddressOf::Return);
  CHECK(it->locations[it->stack(1)[1]].address_of == AddressOf::Instruction);
  CHECK(it->values(0)[1] == 250000);
  CHECK(it->texts[it->types[1].type] == "cpu-clock:u");
  CHECK(it->texts[it->types[1].unit] == "nanoseconds");
}

TEST_CASE("Packed records are read, as perf packs them and as it has packed them since 6.16") {
  const auto plain = read(basket());
  REQUIRE(plain);
  constexpr std::size_t full = 65536 - 8;  // with its header more than can be said of a record
  for (const std::string& file : {packed(basket(), 81), packed(basket(), 83), packed(basket(), 83, full)}) {
    const auto it = read(file);
    REQUIRE(it);
    CHECK(it->sample_count() == plain->sample_count());
    CHECK(it->locations.size() == plain->locations.size());
  }
  std::string lying = packed(basket(), 83);
  lying.replace(lying.find(std::string("\x28\xb5\x2f\xfd", 4)) - 8, 8, little(UINT64_MAX, 8));
  static_cast<void>(read(lying));
}

TEST_CASE("A sample that lacks the copy that its event promises has its address") {
  CHECK(read(basket())->damage.empty());
  std::string copied = basket();
  constexpr std::size_t place_of_sample_type = 104 + 24;
  copied[place_of_sample_type + 1] |= 0x20;
  const auto it = read(copied);
  REQUIRE(it);
  CHECK(it->sample_count() == 5);
  CHECK(it->damage.empty());
}

TEST_CASE("What was copied of stacks is unwound, and what was not copied is told") {
  for (const std::string& file : {copied(), packed(copied(), 81)}) {
    const auto it = read_copied(file);
    REQUIRE(it);
    REQUIRE(it->sample_count() == 5);
    CHECK(places(*it, 0) == "0x192 0x1c3r 0x22ar 0x234r - ");
    CHECK(places(*it, 1) == "0x192 0x1c3r - - ");
    CHECK(places(*it, 2) == "0x100 0x200r 0x1d1 0x22ar - ");
    CHECK(places(*it, 3) == "0x300 ");
    CHECK(places(*it, 4) == "0x10 0x20r 0x30r ");
    CHECK(it->damage.contains("1 of 4 copied stacks is cut"));
    CHECK(it->damage.contains("/srv/app/libother.so: no file with its build id 0011"));
  }
}

TEST_CASE("Where the program's file is not here, a stack has the frame that is certain") {
  const auto it = read(copied());
  REQUIRE(it);
  CHECK(places(*it, 0) == "0x192 - ");
  CHECK(places(*it, 2) == "0x100 0x200r 0x1d1 - ");
  CHECK(it->damage.contains("3 of 4 copied stacks are not unwound beyond /srv/app/basket"));
}

TEST_CASE(
    "Copied stacks that are cut anywhere, or have one byte changed, are read as far as they are sound") {
  const std::string whole = copied();
  for (std::size_t size = 0; size < whole.size(); size += 3)
    static_cast<void>(read_copied(whole.substr(0, size)));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x80);
    const auto it = read_copied(flipped);
    if (!it) continue;
    for (std::size_t sample = 0; sample < it->sample_count(); ++sample)
      for (const std::uint32_t location : it->stack(sample)) REQUIRE(location < it->locations.size());
  }
}

TEST_CASE("Calls that the processor has noted take the place of what frame pointers led to") {
  constexpr std::uint64_t program = static_cast<std::uint64_t>(-512),
                          kernel = static_cast<std::uint64_t>(-128);
  constexpr std::uint64_t in_kernel = 0xffffffff81000010;
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> calls = {{0x401100, 0x401010},
                                                                      {0x401200, 0x401090}};
  const std::string users = sample_with_calls({program, 0x401020, 0x401555}, calls);
  const std::string kernels = sample_with_calls({kernel, in_kernel, program, 0x401030}, calls);
  const std::string none = sample_with_calls({program, 0x401020, 0x401555}, {});
  const std::string only_kernels = sample_with_calls({kernel, in_kernel}, calls);
  const auto it = read(with_calls(1 << 11 | 1, users + kernels + none + only_kernels));
  REQUIRE(it);
  REQUIRE(it->sample_count() == 4);
  CHECK(places(*it, 0) == "0x20 0x100 0x200 ");
  CHECK(places(*it, 1) == "0x10 0x30 0x100 0x200 ");
  CHECK(places(*it, 2) == "0x20 0x555r ");
  CHECK(places(*it, 3) == "0x10 ");
  // Other branches are no calls.
  const auto other = read(with_calls(1 << 3 | 1, users));
  REQUIRE(other);
  CHECK(places(*other, 0) == "0x20 0x555r ");
}

TEST_CASE("A child's mappings hide those of its parent, which are there beside them") {
  ProcessMemory memory;
  memory.map(1, 10, {.begin = 0x1000, .end = 0x5000, .mapping = 1});
  memory.fork(2, 1, 20);
  memory.map(2, 30, {.begin = 0x2000, .end = 0x3000, .mapping = 2});
  CHECK(mapping_at(memory, 2, 0x2800, 25) == 1);
  CHECK(mapping_at(memory, 2, 0x1800, 35) == 1);
  CHECK(mapping_at(memory, 2, 0x2800, 35) == 2);
  CHECK(mapping_at(memory, 2, 0x3800, 35) == 1);
  const ProcessMemory::View before = memory.view(2, 25), after = memory.view(2, 35);
  CHECK(before.pieces.size() == 1);
  CHECK(after.pieces.size() == 3);
  CHECK((before.holds_at(29) && !before.holds_at(30) && !before.holds_at(19)));
  CHECK((after.holds_at(30) && after.holds_at(1000) && !after.holds_at(29)));
}

TEST_CASE("A file that is cut anywhere, or has one byte changed, is read as far as it is sound or refused") {
  const std::string whole = basket();
  for (std::size_t size = 0; size < whole.size(); ++size) static_cast<void>(read(whole.substr(0, size)));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x80);
    const auto it = read(flipped);
    if (!it) continue;
    for (std::size_t sample = 0; sample < it->sample_count(); ++sample)
      for (const std::uint32_t location : it->stack(sample)) REQUIRE(location < it->locations.size());
  }
}

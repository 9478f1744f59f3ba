// Every fixture cut at every byte, and with bits flipped: an error that names the file, or an index that
// opens. Never a crash, never an exception.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "doctest/doctest.h"

#include "debug/symbols/prepare.h"
#include "files/container/open.h"
#include "keep/index/native_index.h"
#include "support/exact_buffer.h"

using namespace symkit;

namespace {

constexpr std::size_t small = 24 * 1024;

std::vector<std::uint8_t> content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::filesystem::path> images() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(SYMKIT_TEST_DATA "/native")) {
    if (!entry.is_regular_file()) continue;
    if (container::looks_like_image(content_of(entry.path()))) found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

// Prepares all images of the file; an index that comes of it must open. Returns how many were refused.
std::size_t prepare_all(Bytes bytes) {
  const test::ExactBuffer exact(bytes);
  const auto file = container::open_bytes(exact.bytes(), "damaged.so");
  if (!file) {
    CHECK(file.error().message.starts_with("damaged.so: "));
    CHECK(file.error().message.find('\n') == std::string::npos);
    return 1;
  }
  std::size_t refused = 0;
  for (const auto& image : (*file)->images()) {
    const auto index = symbols::prepare(*image, {.jobs = 1, .id = {}, .image_name = "damaged.so"});
    if (!index || index->empty()) {
      ++refused;
      continue;
    }
    const auto opened = index::NativeIndex::open(*index);
    REQUIRE(opened);
    index::Answer answer;
    for (std::uint64_t offset = 0; offset < opened->end().value && offset < 4096; offset += 97)
      opened->lookup({offset}, answer);
  }
  return refused;
}

}  // namespace

TEST_CASE("small fixtures cut at every byte") {
  std::size_t files = 0;
  for (const auto& path : images()) {
    const auto content = content_of(path);
    if (content.size() > small) continue;
    ++files;
    CAPTURE(path.string());
    // The structure is at both ends; in between a stride keeps the sanitized run short.
    const std::size_t stride = 1 + content.size() / 4096;
    for (std::size_t size = 0; size < content.size();
         size += size < 1024 || size + 512 > content.size() ? 1 : stride)
      prepare_all(Bytes(content).first(size));
  }
  CHECK(files > 20);
}

TEST_CASE("fixtures with flipped bits") {
  std::mt19937 random(11);
  for (const auto& path : images()) {
    auto content = content_of(path);
    if (content.size() > small) continue;
    CAPTURE(path.string());
    for (int round = 0; round < 200; ++round) {
      const std::size_t at = random() % content.size();
      const auto bit = static_cast<std::uint8_t>(1U << random() % 8);
      content[at] ^= bit;
      prepare_all(content);
      if (round % 8 != 0) content[at] ^= bit;  // now and then the damage adds up
    }
  }
}

// What an index becomes when it is cut into parts of different sizes, and what a log's frames cost then: the
// table of docs/store.md. usage: slices INDEX…
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "index/manifest.h"
#include "index/native_index.h"
#include "index/parts.h"
#include "io/blob.h"

using namespace symkit;

namespace {

// Twenty frames over five images.
constexpr std::size_t frames_an_image = 4;

struct Sums {
  std::uint64_t whole = 0;
  std::uint64_t parts = 0;
  std::uint64_t bytes = 0;
  std::uint64_t largest = 0;
  std::uint64_t manifests = 0;
  std::uint64_t of_log = 0;
};

// The parts that some functions lie in, taken as evenly from the image as blocks are.
std::set<std::uint32_t> parts_of_log(const index::NativeIndex& index, const index::Manifest& manifest) {
  std::set<std::uint32_t> wanted;
  std::uint64_t random = 7;
  for (std::size_t frame = 0; frame < frames_an_image; ++frame) {
    random = random * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    const std::size_t block = (random >> 20) % index.block_count();
    if (const std::uint32_t part = manifest.part_at({index.block_start(block)}); part != 0)
      wanted.insert(part);
  }
  return wanted;
}

Result<void> add(const std::string& path, std::size_t part_bytes, Sums& sums) {
  const auto blob = io::map_blob(path);
  if (!blob) return fail(blob.error());
  const auto index = index::NativeIndex::open((*blob)->bytes());
  if (!index) return fail(path + " " + index.error().message);
  std::vector<std::uint64_t> sizes;
  const auto bytes = index::cut_in_parts(
      *index,
      [&](std::uint64_t, Bytes part) -> Result<void> {
        sizes.push_back(part.size());
        return {};
      },
      part_bytes);
  const auto manifest = bytes ? index::Manifest::open(*bytes) : fail(bytes.error());
  if (!manifest) return fail(path + " " + manifest.error().message);
  sums.whole += (*blob)->bytes().size();
  sums.parts += sizes.size();
  for (const std::uint64_t size : sizes) sums.bytes += size;
  sums.largest = std::max(sums.largest, *std::ranges::max_element(sizes));
  sums.manifests += bytes->size();
  sums.of_log += bytes->size();
  for (const std::uint32_t part : parts_of_log(*index, *manifest)) sums.of_log += sizes[part - 1];
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  std::printf(
      "| blocks a part | parts | average | largest | all, of the index | manifests | a log reads |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const std::size_t kilobytes : {2U, 4U, 8U, 12U, 16U, 24U, 32U, 64U, 128U}) {
    Sums sums;
    for (int i = 1; i < argc; ++i)
      if (const auto added = add(argv[i], kilobytes << 10, sums); !added)
        return std::fprintf(stderr, "slices: %s\n", added.error().message.c_str()), 1;
    if (sums.parts == 0) break;
    std::printf("| %zu kB | %ju | %.1f kB | %.1f kB | %.2f | %.1f kB | %.0f kB |\n", kilobytes,
                static_cast<std::uintmax_t>(sums.parts),
                static_cast<double>(sums.bytes) / static_cast<double>(sums.parts) / 1024,
                static_cast<double>(sums.largest) / 1024,
                static_cast<double>(sums.bytes + sums.manifests) / static_cast<double>(sums.whole),
                static_cast<double>(sums.manifests) / 1024, static_cast<double>(sums.of_log) / 1024);
  }
}

// What indexes become when they are cut into parts of different sizes, what an engine needs to keep them, and
// what twenty frames over five images cost then: the table of docs/store.md.
// usage: slices [--engine URL] INDEX…     URL: an engine of its own, which is written to
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/base/words.h"
#include "ground/io/blob.h"
#include "keep/index/manifest.h"
#include "keep/index/native_index.h"
#include "keep/index/parts.h"
#include "keep/redis/engine.h"
#include "keep/store/packed.h"

using namespace symkit;

namespace {

// Twenty frames over five images.
constexpr std::size_t frames_an_image = 4;
constexpr std::size_t rounds = 51;
constexpr std::size_t put_at_once = 128;
constexpr std::uint64_t most_unpacked = 64 << 20;

struct Value {
  std::string key;
  std::vector<std::uint8_t> bytes;
};

struct Sums {
  std::uint64_t whole = 0;
  std::uint64_t parts = 0;
  std::uint64_t plain = 0;
  std::uint64_t packed = 0;
  std::uint64_t of_log = 0;
  std::vector<Value> values;                  // as they are kept
  std::vector<std::string> manifests_of_log;  // their keys
  std::vector<std::string> parts_of_log;
};

double in_kilobytes(std::uint64_t bytes) { return static_cast<double>(bytes) / 1024; }

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
  const std::string before = say("sym:{", index->id().hex(), "}:native:");
  const std::size_t first = sums.values.size();
  const auto bytes = index::cut_in_parts(
      *index,
      [&](std::uint64_t checksum, Bytes part) -> Result<void> {
        sums.plain += part.size();
        sums.values.push_back({before + hex(checksum), store::packed(part, store::quick_level)});
        return {};
      },
      {.part_bytes = part_bytes});
  const auto manifest = bytes ? index::Manifest::open(*bytes) : fail(bytes.error());
  if (!manifest) return fail(path + " " + manifest.error().message);
  sums.whole += (*blob)->bytes().size();
  sums.parts += sums.values.size() - first;
  for (const std::uint32_t part : parts_of_log(*index, *manifest)) {
    const Value& value = sums.values[first + part - 1];
    sums.parts_of_log.push_back(value.key);
    sums.of_log += value.bytes.size();
  }
  sums.values.push_back({before + "0", store::packed(*bytes, store::quick_level)});
  sums.manifests_of_log.push_back(sums.values.back().key);
  sums.of_log += sums.values.back().bytes.size();
  for (std::size_t i = first; i < sums.values.size(); ++i) sums.packed += sums.values[i].bytes.size();
  return {};
}

// What an engine needs for all of it, beyond what it needed before.
Result<std::uint64_t> memory_for(redis::Engine& engine, const Sums& sums) {
  const auto before = engine.facts();
  if (!before) return fail(before.error());
  std::vector<Bytes> pieces;
  for (const Value& value : sums.values) pieces.emplace_back(value.bytes);
  for (std::size_t at = 0; at < pieces.size(); at += put_at_once) {
    std::vector<redis::Engine::Entry> entries;
    for (std::size_t i = at; i < std::min(pieces.size(), at + put_at_once); ++i)
      entries.push_back({sums.values[i].key, std::span(pieces).subspan(i, 1)});
    if (const auto put = engine.put(entries, std::chrono::hours(1)); !put) return fail(put.error());
  }
  const auto after = engine.facts();
  if (!after) return fail(after.error());
  return after->memory - before->memory;
}

Result<void> open_all(redis::Engine& engine, std::span<const std::string> keys, bool are_manifests) {
  for (const auto& value : engine.get(keys)) {
    if (!value) return fail(value.error());
    if (*value == nullptr) return fail("what was put is not there any more");
    const auto plain = store::unpacked(*value, most_unpacked);
    if (!plain) return fail(plain.error());
    const Bytes bytes = (*plain)->bytes();
    if (const bool is_sound = are_manifests ? index::Manifest::open(bytes).has_value()
                                            : index::NativeIndex::open(bytes).has_value();
        !is_sound)
      return fail("what was put is damaged");
  }
  return {};
}

// From the first question to the last part that is open; the median.
Result<double> milliseconds_of_log(redis::Engine& engine, const Sums& sums) {
  std::vector<double> times;
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto begun = std::chrono::steady_clock::now();
    if (const auto opened = open_all(engine, sums.manifests_of_log, true); !opened)
      return fail(opened.error());
    if (const auto opened = open_all(engine, sums.parts_of_log, false); !opened) return fail(opened.error());
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count());
  }
  std::ranges::nth_element(times, times.begin() + rounds / 2);
  return times[rounds / 2];
}

Result<std::string> of_engine(redis::Engine& engine, const Sums& sums) {
  const auto memory = memory_for(engine, sums);
  const auto time = memory ? milliseconds_of_log(engine, sums) : fail(memory.error());
  std::vector<std::string> keys;
  for (const Value& value : sums.values) keys.push_back(value.key);
  static_cast<void>(engine.remove(keys));
  if (!time) return fail(time.error());
  char text[64];
  std::snprintf(text, sizeof text, " %.2f | %.2f ms |",
                static_cast<double>(*memory) / static_cast<double>(sums.whole), *time);
  return std::string(text);
}

Result<void> run(const std::vector<std::string>& indexes, redis::Engine* engine) {
  std::printf("| blocks a part | parts | average | packed | all, of the index | packed | a log reads |%s\n",
              engine == nullptr ? "" : " engine's memory, of the index | a log |");
  std::printf("|---|---|---|---|---|---|---|%s\n", engine == nullptr ? "" : "---|---|");
  for (const std::size_t kilobytes : {4U, 8U, 12U, 16U, 24U, 32U, 64U, 128U, 256U}) {
    Sums sums;
    for (const std::string& path : indexes)
      if (const auto added = add(path, kilobytes << 10, sums); !added) return added;
    const auto whole = static_cast<double>(sums.whole);
    std::printf("| %zu kB | %ju | %.1f kB | %.1f kB | %.2f | %.2f | %.0f kB |", kilobytes,
                static_cast<std::uintmax_t>(sums.parts), in_kilobytes(sums.plain / sums.parts),
                in_kilobytes(sums.packed / sums.parts), static_cast<double>(sums.plain) / whole,
                static_cast<double>(sums.packed) / whole, in_kilobytes(sums.of_log));
    if (engine != nullptr) {
      const auto told = of_engine(*engine, sums);
      if (!told) return fail(told.error());
      std::printf("%s", told->c_str());
    }
    std::printf("\n");
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  std::unique_ptr<redis::Engine> engine;
  if (words.size() > 1 && words.front() == "--engine") {
    auto opened = redis::Engine::open(words[1]);
    if (!opened) return std::fprintf(stderr, "slices: %s\n", opened.error().message.c_str()), 1;
    engine = std::move(*opened);
    words.erase(words.begin(), words.begin() + 2);
  }
  if (words.empty()) return std::fprintf(stderr, "usage: slices [--engine URL] INDEX...\n"), 2;
  const auto done = run(words, engine.get());
  if (!done) std::fprintf(stderr, "slices: %s\n", done.error().message.c_str());
  return done ? 0 : 1;
}

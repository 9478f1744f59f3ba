// Each way to look for many needles finds what a plain search does, wherever it stands and however long the
// text is; and a text's last byte is the last that is read.
#include "logs/crashlog/needles.h"

#include <memory>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "doctest/doctest.h"

using symkit::crashlog::Needles;
using symkit::crashlog::NeedleScan;

namespace {

using Found = std::set<std::pair<std::size_t, std::size_t>>;  // position and needle
using Way = NeedleScan::Way;

std::vector<Way> ways() {
  std::vector<Way> all;
  for (const Way way : {Way::Bytes, Way::Ssse3, Way::Avx2, Way::Avx512, Way::Neon})
    if (NeedleScan::has(way)) all.push_back(way);
  return all;
}

Needles of(const std::vector<std::string>& texts) {
  Needles needles;
  for (const std::string& text : texts) needles.add(text);
  needles.prepare();
  return needles;
}

// In memory that ends where the text does.
Found found_by(const Needles& needles, std::string_view text, Way way) {
  const auto exact = std::make_unique<char[]>(text.size());
  text.copy(exact.get(), text.size());
  Found found;
  const auto take = [&](std::size_t needle, std::size_t at) {
    found.emplace(at, needle);
    return false;
  };
  CHECK_FALSE(needles.find({exact.get(), text.size()}, take, way));
  return found;
}

Found found_plainly(const std::vector<std::string>& needles, std::string_view text) {
  Found found;
  for (std::size_t number = 0; number < needles.size(); ++number)
    for (std::size_t at = text.find(needles[number]); at != std::string_view::npos;
         at = text.find(needles[number], at + 1))
      found.emplace(at, number);
  return found;
}

const std::vector<std::string> few{"0x", "pc ", "@ 0000", "Thread ", "{\n", "\xff\xfe\xfd", "=="};

}  // namespace

TEST_CASE("A needle is found at any place of a text of any size") {
  const Needles needles = of(few);
  for (const Way way : ways())
    for (std::size_t size = 2; size < 140; ++size)
      for (std::size_t number = 0; number < few.size(); ++number)
        for (std::size_t at = 0; at + few[number].size() <= size; at += 1 + at / 40) {
          std::string text(size, '-');
          text.replace(at, few[number].size(), few[number]);
          CHECK(found_by(needles, text, way) == Found{{at, number}});
        }
}

TEST_CASE("Part of a needle is none, also at the end") {
  const Needles needles = of(few);
  for (const Way way : ways())
    for (const std::string_view text : {"", "0", "pc", "x0", "@ 000", "Thread", "=", "\xff\xfe"}) {
      CHECK(found_by(needles, text, way).empty());
      CHECK(found_by(needles, std::string(70, ' ') + std::string(text), way).empty());
    }
}

TEST_CASE("The search ends where that is wanted, in the first line that has something") {
  const Needles needles = of(few);
  const std::string text = std::string(5000, '\n') + "a pc b\n" + std::string(5000, '-') + "0x";
  std::size_t calls = 0;
  CHECK(needles.find(text, [&](std::size_t needle, std::size_t at) {
    ++calls;
    return needle == 1 && at == 5002;
  }));
  CHECK(calls == 1);
}

// Many needles over few letters: all buckets are in use, and nearly everything looks like something.
TEST_CASE("Random needles in random texts") {
  std::mt19937 random(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same texts each time
  const auto word = [&](std::size_t size, std::string_view letters) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += letters[random() % letters.size()];
    return text;
  };
  for (const std::string_view letters : {"ab\n", "0xpc @Tq{=", " etaoinsr-*"})
    for (const std::size_t count : {1U, 7U, 60U, 300U}) {
      std::vector<std::string> texts;
      for (std::size_t i = 0; i < count; ++i) texts.push_back(word(2 + random() % 9, letters));
      const Needles needles = of(texts);
      for (const std::size_t size : {30U, 35U, 99U, 2500U, 5000U}) {
        const std::string text = word(size, letters);
        const Found expected = found_plainly(texts, text);
        for (const Way way : ways()) CHECK(found_by(needles, text, way) == expected);
      }
    }
}

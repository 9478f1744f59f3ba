#include "answers/sourcemap/segments.h"

#include <doctest/doctest.h>
#include <string>

using namespace symkit;
using sourcemap::Position;
using sourcemap::Segment;
using sourcemap::Segments;

namespace {

constexpr Segments::Limits limits{10, 10};

std::string error_of(const std::string& text) {
  const auto segments = Segments::read(text, limits);
  return segments ? "" : segments.error().message;
}

// An encoder of its own, bit by bit as the specification says it.
std::string vlq(std::int64_t value) {
  const char* const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::uint64_t rest =
      value < 0 ? static_cast<std::uint64_t>(-value) << 1 | 1 : static_cast<std::uint64_t>(value) << 1;
  std::string out;
  do {
    const std::uint64_t five = rest & 31;
    rest >>= 5;
    out += digits[five | (rest != 0 ? 32 : 0)];
  } while (rest != 0);
  return out;
}

}  // namespace

TEST_CASE("segments of one, four and five numbers") {
  const std::string text = "A,CAAC,EACAC;;GADAD";
  const auto segments = Segments::read(text, limits);
  REQUIRE(segments);
  std::vector<Segment> all;
  segments->visit([&](const Segment& segment) { all.push_back(segment); });
  REQUIRE(all.size() == 4);
  CHECK_FALSE(all[0].has_original());
  CHECK(all[1].generated == Position{0, 1});
  CHECK(all[1].original == Position{0, 1});
  CHECK(all[1].name == sourcemap::none);
  CHECK(all[2].generated == Position{0, 3});
  CHECK(all[2].original == Position{1, 1});
  CHECK(all[2].name == 1);
  CHECK(all[3].generated == Position{2, 3});
  CHECK(all[3].original == Position{0, 1});
  CHECK(all[3].name == 0);
}

TEST_CASE("a position is answered by the last segment at or before it, on its own line") {
  const std::string text = "EAAE,IAAI;;EAAI";
  const auto segments = Segments::read(text, limits);
  REQUIRE(segments);
  CHECK_FALSE(segments->find({0, 1}));
  CHECK(segments->find({0, 2})->original.column == 2);
  CHECK(segments->find({0, 5})->original.column == 2);
  CHECK(segments->find({0, 6})->original.column == 6);
  CHECK(segments->find({0, 4'000'000'000})->original.column == 6);
  CHECK_FALSE(segments->find({1, 0}));
  CHECK_FALSE(segments->find({2, 1}));
  CHECK(segments->find({2, 2}));
  CHECK_FALSE(segments->find({3, 0}));
}

TEST_CASE("of several segments at one column the first answers for it, the last for what follows") {
  const std::string text = "EAAE,AAAI,AAAI";
  const auto segments = Segments::read(text, limits);
  REQUIRE(segments);
  CHECK(segments->find({0, 2})->original.column == 2);
  CHECK(segments->find({0, 3})->original.column == 10);
}

TEST_CASE("columns that go backwards are put in order") {
  const std::string text = "UAAU,JAAJ,QAAQ";  // 10, 6, 14
  const auto segments = Segments::read(text, limits);
  REQUIRE(segments);
  CHECK(segments->find({0, 7})->original.column == 6);
  CHECK(segments->find({0, 10})->original.column == 10);
  CHECK(segments->find({0, 15})->original.column == 14);
}

TEST_CASE("many segments: every position has the answer of a plain search through all of them") {
  std::string text;
  std::vector<Segment> expected;
  std::uint32_t line = 0, column = 0, original = 0;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    const bool breaks = i % 977 == 976;
    if (breaks) text += ';', ++line, column = 0;
    if (!breaks && i > 0) text += ',';
    const std::uint32_t step = breaks ? i % 3 : i % 37;
    const std::uint32_t forward = i % 50;
    text += vlq(step) + vlq(0) + vlq(0) + vlq(forward);
    column += step;
    original += forward;
    expected.push_back({{line, column}, 0, {0, original}, sourcemap::none});
  }
  const auto segments = Segments::read(text, limits);
  REQUIRE(segments);
  CHECK(segments->count() == expected.size());
  for (std::uint32_t at_line = 0; at_line <= line + 1; ++at_line)
    for (std::uint32_t at = 0; at < 18'000; at += 7) {
      const Segment* best = nullptr;
      for (const Segment& segment : expected)
        if (segment.generated.line == at_line && segment.generated.column <= at) {
          const bool exact =
              best != nullptr && best->generated == segment.generated && segment.generated.column == at;
          if (!exact) best = &segment;
        }
      const auto found = segments->find({at_line, at});
      REQUIRE(found.has_value() == (best != nullptr));
      if (best != nullptr) REQUIRE(found->original == best->original);
    }
}

TEST_CASE("what ECMA-426 calls invalid is refused") {
  CHECK(error_of("A!") != "");      // no digit
  CHECK(error_of("g") != "");       // a number without an end
  CHECK(error_of("A.A") != "");     // a separator that is none
  CHECK(error_of("AA") != "");      // two numbers
  CHECK(error_of("AAA") != "");     // three
  CHECK(error_of("AAAAAA") != "");  // six
  CHECK(error_of("A,,C") != "");    // none
  CHECK(error_of("D") != "");       // a column before 0
  CHECK(error_of("C,F") != "");     // the same, relative
  CHECK(error_of("ADAA") != "");    // a source before 0
  CHECK(error_of("AADA") != "");    // a line before 0
  CHECK(error_of("AAAD") != "");    // a column before 0
  CHECK(error_of("AAAAD") != "");   // a name before 0
  CHECK(error_of("AUAA") == "source 10, but there are only 10 at byte 4");
  CHECK(error_of("AAAAU") == "name 10, but there are only 10 at byte 5");
  CHECK(error_of(vlq(std::int64_t{1} << 32)) != "");
}

TEST_CASE("what it allows is read") {
  CHECK(error_of("") == "");
  CHECK(error_of(";;;;;AAAA;;;") == "");
  CHECK(error_of(vlq(0x7fffffff)) == "");
  CHECK(error_of("gggggggggggggggggggA") == "");  // a long way to write 0
}

namespace {

// Some thousand segments with numbers of every size, as text and as what they say: enough to be read in bulk.
struct Large {
  std::string text;
  std::vector<Segment> segments;
};

Large large_mappings(std::uint32_t names) {
  Large large;
  std::uint64_t seed = 7;
  const auto chance = [&](std::uint64_t below) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::uint32_t>((seed >> 33) % below);
  };
  Segment before;
  before.source = before.name = 0;
  const auto step = [](std::uint32_t to, std::uint32_t from) {
    return vlq(static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from));
  };
  for (int i = 0; i < 5000; ++i) {
    Segment now = before;
    const bool new_line = chance(9) == 0;
    for (std::uint32_t lines = new_line ? 1 + chance(3) : 0; lines > 0; --lines, ++now.generated.line)
      large.text += ';';
    if (new_line) before.generated.column = 0;
    if (!new_line && i != 0) large.text += ',';
    now.generated.column = before.generated.column + chance(1ULL << chance(22));
    large.text += step(now.generated.column, before.generated.column);
    Segment shown = now;
    shown.source = shown.name = sourcemap::none;
    const std::uint32_t kind = chance(4);
    if (kind > 0) {
      now.source = chance(10);
      now.original = {chance(1ULL << chance(32)), chance(1ULL << chance(32))};
      large.text += step(now.source, before.source) + step(now.original.line, before.original.line) +
                    step(now.original.column, before.original.column);
      shown.source = now.source;
      shown.original = now.original;
    }
    if (kind > 2) {
      now.name = shown.name = chance(names);
      large.text += step(now.name, before.name);
    }
    before = now;
    large.segments.push_back(shown);
  }
  return large;
}

}  // namespace

TEST_CASE("what is read in bulk says what was written, whatever the size of its numbers") {
  constexpr std::uint32_t names = 1'000'000;
  const Large large = large_mappings(names);
  REQUIRE(large.text.size() > 50'000);
  const auto segments = Segments::read(large.text, {10, names});
  REQUIRE(segments);
  CHECK(segments->count() == large.segments.size());
  CHECK(segments->last() == large.segments.back().generated);
  std::size_t at = 0;
  segments->visit([&](const Segment& got) {
    const Segment& wanted = large.segments.at(at++);
    CHECK(got.generated == wanted.generated);
    CHECK(got.source == wanted.source);
    CHECK(got.name == wanted.name);
    if (wanted.has_original()) CHECK(got.original == wanted.original);
  });
  CHECK(at == large.segments.size());
  // A lookup begins at a checkpoint: each must be right by itself.
  for (std::size_t i = 1; i + 1 < large.segments.size(); i += 7) {
    const Segment& wanted = large.segments[i];
    const bool is_alone = large.segments[i - 1].generated != wanted.generated &&
                          large.segments[i + 1].generated != wanted.generated;
    if (!is_alone) continue;
    const auto found = segments->find(wanted.generated);
    REQUIRE(found);
    CHECK(found->generated == wanted.generated);
    CHECK(found->source == wanted.source);
  }
}

TEST_CASE("what is wrong in the middle of much is found at its byte") {
  const Large large = large_mappings(1000);
  const Segments::Limits enough{10, 1000};
  const std::size_t comma = large.text.find(',', large.text.size() / 2);
  const auto error_with = [&](std::string_view inserted) {
    std::string text = large.text;
    text.insert(comma, inserted);
    const auto segments = Segments::read(text, enough);
    return segments ? std::string() : segments.error().message;
  };
  const auto at = [&](std::size_t behind) { return " at byte " + std::to_string(comma + behind); };
  CHECK(error_with(",") == "a segment is empty or begins with something that is not a digit" + at(1));
  CHECK(error_with(",;") == "a segment is empty or begins with something that is not a digit" + at(1));
  CHECK(error_with(",!") == "a segment is empty or begins with something that is not a digit" + at(1));
  CHECK(error_with(",A!").find("an unexpected character follows it" + at(2)) != std::string::npos);
  CHECK(error_with(",AA").find("a number is truncated or beyond 32 bits" + at(3)) != std::string::npos);
  CHECK(error_with(",AAAAAA").find("a segment does not have 1, 4 or 5 numbers") != std::string::npos);
  CHECK(error_with(",gggggggg").find("beyond 32 bits") != std::string::npos);
  CHECK(error_with(",B") == "a column is negative or beyond 32 bits" + at(2));
  CHECK(error_with(",AUAA").find("but there are only 10") != std::string::npos);
  CHECK(error_with(";,A").find("a segment is empty") != std::string::npos);
}

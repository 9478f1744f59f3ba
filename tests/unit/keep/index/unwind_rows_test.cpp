#include "keep/index/unwind_rows.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "keep/index/unwind_draft.h"

using namespace symkit;
using namespace symkit::index;

namespace {

std::string rule_at(const UnwindRows& rows, std::uint64_t offset) {
  const auto found = rows.rule_at({offset});
  return found ? std::string(as_text(*found)) : "nothing";
}

std::uint32_t rule(UnwindDraft& draft, std::string_view text) { return draft.rule(as_bytes(text)); }

}  // namespace

TEST_CASE("each row holds up to the next, and gaps belong to nobody") {
  UnwindDraft draft;
  const std::uint32_t a = rule(draft, "a"), b = rule(draft, "b"), empty = rule(draft, "");
  CHECK(rule(draft, "a") == a);
  draft.add(0x200, 0x240, std::vector<UnwindRow>{{0x200, b}});
  draft.add(0x100, 0x120, std::vector<UnwindRow>{{0x100, a}, {0x101, b}, {0x11f, empty}});
  draft.add(0x110, 0x300, std::vector<UnwindRow>{{0x110, b}});  // within another
  const Buffer bytes = draft.encode();
  const UnwindRows rows(bytes);
  CHECK(rule_at(rows, 0xff) == "nothing");
  CHECK(rule_at(rows, 0x100) == "a");
  CHECK(rule_at(rows, 0x101) == "b");
  CHECK(rule_at(rows, 0x11e) == "b");
  CHECK(rule_at(rows, 0x11f).empty());
  CHECK(rule_at(rows, 0x120) == "nothing");
  CHECK(rule_at(rows, 0x200) == "b");
  CHECK(rule_at(rows, 0x23f) == "b");
  CHECK(rule_at(rows, 0x240) == "nothing");
}

TEST_CASE("many functions, many rules, and rows that are far from each other") {
  UnwindDraft draft;
  constexpr std::uint64_t functions = 1000;
  for (std::uint64_t i = 0; i < functions; ++i) {
    const std::uint64_t begin = i * 0x10000 + (std::uint64_t{1} << 32);
    draft.add(begin, begin + 0x8000,
              std::vector<UnwindRow>{{begin, rule(draft, "begin")},
                                     {begin + i + 1, rule(draft, std::to_string(i % 400))},
                                     {begin + 0x7000, rule(draft, "end")}});
  }
  const Buffer bytes = draft.encode();
  const UnwindRows rows(bytes);
  for (std::uint64_t i = 0; i < functions; ++i) {
    const std::uint64_t begin = i * 0x10000 + (std::uint64_t{1} << 32);
    CHECK(rule_at(rows, begin + i) == "begin");
    CHECK(rule_at(rows, begin + i + 1) == std::to_string(i % 400));
    CHECK(rule_at(rows, begin + 0x7fff) == "end");
    CHECK(rule_at(rows, begin + 0x8000) == "nothing");
  }
}

TEST_CASE("functions with the same rows need a few bytes each") {
  UnwindDraft draft;
  const std::uint32_t a = rule(draft, "a"), b = rule(draft, "b");
  for (std::uint64_t i = 0; i < 1000; ++i)
    draft.add(i * 64, i * 64 + 64,
              std::vector<UnwindRow>{{i * 64, a}, {i * 64 + 1, b}, {i * 64 + 4, a}, {i * 64 + 60, b}});
  CHECK(draft.encode().size() < 1000 * 6);
}

TEST_CASE("damaged rows give no rule, or one that is there") {
  UnwindDraft draft;
  const std::uint32_t a = rule(draft, "a"), b = rule(draft, "b");
  for (std::uint64_t i = 0; i < 40; ++i)
    draft.add(i * 64, i * 64 + 64, std::vector<UnwindRow>{{i * 64, a}, {i * 64 + 1 + i, b}});
  const Buffer whole = draft.encode();
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const unsigned value : {0U, 1U, 0x7fU, 0x80U, 0xffU}) {
      Buffer bytes = whole;
      bytes[at] = static_cast<std::uint8_t>(value);
      const UnwindRows rows(bytes);
      for (std::uint64_t offset = 0; offset < 40 * 64; offset += 33)
        if (const auto found = rows.rule_at({offset})) CHECK(found->size() <= whole.size());
    }
  for (std::size_t size = 0; size < whole.size(); ++size) UnwindRows(Bytes(whole).first(size)).rule_at({100});
}

#include <doctest/doctest.h>
#include <string>

#include "ground/base/words.h"
#include "keep/index/native_draft.h"

namespace symkit::index {
namespace {

constexpr DraftPlace first{1, 10}, second{1, 20}, third{2, 30};

Draft draft_of(std::initializer_list<DraftRow> rows, std::uint64_t end = 0x2000) {
  Draft draft(1);
  draft.begin_function(0x1000, end, draft.name("f"), Source::DebugInfo, 0, 0);
  draft.add_call(0, draft.name("g"), first);
  for (const DraftRow& row : rows) draft.add_row(row);
  draft.end_function();
  return draft;
}

std::string told(const DraftRow& row) {
  return say(hex(row.address), " in ", row.call, " at ", row.place.file, ":", row.place.line, " atos ",
             row.atos_place.file, ":", row.atos_place.line, "\n");
}

std::string told(const Draft& draft) {
  std::string text;
  for (const DraftRow row : draft.rows(draft.functions().front())) text += told(row);
  return text;
}

// All four kinds of neighbours: with and without a word of atos's own.
const std::initializer_list<DraftRow> rows = {{0x1000, 0, first, first},
                                              {0x1004, 1, second, first},
                                              {0x1008, 1, third, second},
                                              {0x100c, 0, third, third}};

}  // namespace

TEST_CASE("Rows come back as they were added") {
  CHECK(told(draft_of(rows)) ==
        "0x1000 in 0 at 1:10 atos 1:10\n"
        "0x1004 in 1 at 1:20 atos 1:10\n"
        "0x1008 in 1 at 2:30 atos 1:20\n"
        "0x100c in 0 at 2:30 atos 2:30\n");
  CHECK(told(draft_of({})).empty());
}

TEST_CASE("The row that holds at an address is the last that does not stand behind it") {
  const Draft draft = draft_of(rows);
  const DraftRows its = draft.rows(draft.functions().front());
  const auto at = [&](std::uint64_t address) { return its.holding(address).address(); };
  CHECK(at(0x1000) == 0x1000);
  CHECK(at(0x1003) == 0x1000);
  CHECK(at(0x1004) == 0x1004);
  CHECK(at(0x1007) == 0x1004);
  CHECK(at(0x1008) == 0x1008);
  CHECK(at(0x100b) == 0x1008);
  CHECK(at(0x100c) == 0x100c);
  CHECK(at(~std::uint64_t{0}) == 0x100c);
  CHECK(at(0) == 0x1000);
  const Draft empty = draft_of({});
  const DraftRows none = empty.rows(empty.functions().front());
  CHECK((none.holding(0x1000) == none.end()));
}

TEST_CASE("A function that claims 4 GB ends where its rows cannot be told any more") {
  const std::uint64_t far = 0x1000 + (std::uint64_t{1} << 32);
  const Draft draft = draft_of(
      {{0x1000, 0, first, first}, {far - 1, 0, second, second}, {far, 0, third, third}}, far + 0x1000);
  CHECK(draft.functions().front().end == far);
  CHECK(told(draft) == "0x1000 in 0 at 1:10 atos 1:10\n0x100000fff in 0 at 1:20 atos 1:20\n");
}

TEST_CASE("Of rows that are too many the first stay, and what atos says of each") {
  const KeptRow plain{0, 0, first}, told_twice{4, KeptRow::has_atos, first},
      atos{4, KeptRow::is_atos, second};
  const KeptRow kept[] = {plain, told_twice, atos, {8, 0, third}};
  const auto fitting = [&](std::size_t most) { return rows_that_fit(kept, most).size(); };
  CHECK(fitting(5) == 4);
  CHECK(fitting(4) == 4);
  CHECK(fitting(3) == 3);
  CHECK(fitting(2) == 1);
  CHECK(fitting(1) == 1);
}

}  // namespace symkit::index

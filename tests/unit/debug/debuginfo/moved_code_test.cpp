// Where a linker put the pieces of an object file.
#include "debug/debuginfo/moved_code.h"

#include <string>

#include "doctest/doctest.h"

#include "ground/base/words.h"

using namespace symkit;
using debuginfo::MovedCode;
using debuginfo::MovedPiece;

namespace {

std::string told(const MovedCode& code) {
  std::string text;
  for (const MovedPiece& piece : code.pieces())
    text += say(piece.begin, '-', piece.end, '+', piece.shift, ' ');
  return text;
}

}  // namespace

TEST_CASE("neighbours that stay neighbours become one") {
  CHECK(told(MovedCode({{40, 60, 7}, {0, 40, 7}, {60, 80, 8}, {90, 99, 8}})) == "0-60+7 60-80+8 90-99+8 ");
}

TEST_CASE("pieces that overlap are cut; one without an extent is none") {
  CHECK(told(MovedCode({{0, 100, 1}, {50, 70, 2}, {50, 90, 3}, {80, 80, 4}, {90, 85, 4}})) ==
        "0-50+1 50-70+2 ");
}

TEST_CASE("a range is cut where the piece that it begins in ends") {
  const MovedCode code({{10, 20, 5}, {20, 30, 6}});
  REQUIRE(code.clip(12, 40).has_value());
  CHECK(code.clip(12, 40)->end == 20);
  CHECK(code.clip(20, 25)->end == 25);
  CHECK(code.piece_at(20)->shift == 6);
  CHECK_FALSE(code.clip(5, 15).has_value());
  CHECK_FALSE(code.clip(30, 31).has_value());
  CHECK_FALSE(code.clip(12, 12).has_value());
  CHECK(MovedCode().piece_at(0) == nullptr);
}

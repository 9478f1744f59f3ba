// perf-PID.map: its lines, overlaps, and files that are something else.
#include <string>
#include <string_view>

#include "doctest/doctest.h"

#include "files/jit/made_code.h"

using namespace symkit;

namespace {

std::string function_at(std::string_view map, std::uint64_t address) {
  const auto code = jit::read_made_code(as_bytes(map));
  if (!code) return code.error().message;
  const jit::Piece* const piece = code->at(address);
  return piece == nullptr ? "" : std::string(piece->function);
}

}  // namespace

TEST_CASE("a line has an address, a size and a name") {
  constexpr std::string_view map = "7f10 20 total of all\n0x8000 0x10 serve\n\n";
  CHECK(function_at(map, 0x7f0f).empty());
  CHECK(function_at(map, 0x7f10) == "total of all");
  CHECK(function_at(map, 0x7f2f) == "total of all");
  CHECK(function_at(map, 0x7f30).empty());
  CHECK(function_at(map, 0x8000) == "serve");
}

TEST_CASE("of pieces that overlap the later one counts") {
  constexpr std::string_view map = "1000 40 total\n1020 40 serve\n3000 10 old\n2ff0 40 new";
  CHECK(function_at(map, 0x1010).empty());
  CHECK(function_at(map, 0x1030) == "serve");
  CHECK(function_at(map, 0x3008) == "new");
}

TEST_CASE("lines that cannot be are left out") {
  constexpr std::string_view map = "x 1 a\n10 b\n10 20\nfffffffffffffff0 20 c\n10 0 d\n50 1 e\n";
  CHECK(function_at(map, 0x10).empty());
  CHECK(function_at(map, 0xfffffffffffffff8).empty());
  CHECK(function_at(map, 0x50) == "e");
}

TEST_CASE("another file is refused") {
  for (const std::string_view map : {"", "\n", "total serve", "DTiJ", "10 20"})
    CHECK(function_at(map, 0x10).starts_with("is "));
}

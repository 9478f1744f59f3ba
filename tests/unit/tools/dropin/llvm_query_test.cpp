#include "dropin/llvm_query.h"

#include <doctest/doctest.h>

using namespace symkit::dropin;

namespace {

LlvmQuery understood(std::string_view line, const QueryRules& rules = {}) {
  LlvmQuery query;
  const auto parsed = parse_query(line, rules, query);
  REQUIRE_MESSAGE(parsed.has_value(), parsed.error().message);
  return query;
}

std::string complaint(std::string_view line, const QueryRules& rules = {}) {
  LlvmQuery query;
  const auto parsed = parse_query(line, rules, query);
  return parsed ? "none" : parsed.error().message;
}

}  // namespace

TEST_CASE("a query has a file and an address, and may say what is wanted") {
  const LlvmQuery code = understood("CODE \"/a b/x\" 0x10");
  CHECK(code.wanted == Wanted::Code);
  CHECK(code.file == "/a b/x");
  CHECK(code.address == 0x10);
  CHECK(understood("DATA x 16").wanted == Wanted::Data);
  CHECK(understood("FRAME x 16").wanted == Wanted::Frame);
  CHECK(understood("x 16 and what else").address == 16);
}

TEST_CASE("numbers are as C writes them, for addr2line hexadecimal") {
  CHECK(understood("x 010").address == 8);
  CHECK(understood("x 0b11").address == 3);
  CHECK(understood("x 0o17").address == 15);
  CHECK(complaint("x 0z17") == "expected a number as module offset");
  CHECK(understood("10", {.file = "x", .is_hexadecimal = true}).address == 16);
  CHECK(understood("0x10", {.file = "x", .is_hexadecimal = true}).address == 16);
}

TEST_CASE("in place of an address a symbol may stand, and a distance from it") {
  const LlvmQuery query = understood("x main+0x1f");
  CHECK_FALSE(query.address);
  CHECK(query.symbol == "main");
  CHECK(query.from_symbol == 0x1f);
}

TEST_CASE("what cannot be meant is said in the original's words") {
  CHECK(complaint("") == "no input filename has been specified");
  CHECK(complaint("x") == "no module offset has been specified");
  CHECK(complaint("x 12zz") == "expected a number as module offset");
  CHECK(complaint("FILE:BUILDID:00 1") == "duplicate input file specification prefix");
  CHECK(complaint("BUILDID:zz 1") == "wrong format of build-id");
  CHECK(complaint("FILE:x 1", {.file = "y"}) == "input file has already been specified");
  CHECK(complaint("CODE \"x 0x10") == "no input filename has been specified");
}

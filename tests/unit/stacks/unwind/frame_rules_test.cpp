#include "stacks/unwind/frame_rules.h"

#include <doctest/doctest.h>
#include <vector>

using namespace symkit;
using namespace symkit::unwind;

namespace {

std::optional<FrameRules> rules_of(const std::vector<std::uint8_t>& program, std::uint64_t address) {
  // def_cfa rsp+8, the return address at cfa-8
  static const std::vector<std::uint8_t> common = {0x0c, 7, 8, 0x90, 1};
  FrameEntry entry;
  entry.begin = 0x1000;
  entry.end = 0x1100;
  entry.common_program = common;
  entry.program = program;
  entry.data_step = -8;
  entry.return_register = 16;
  return rules_at(entry, address);
}

}  // namespace

TEST_CASE("a row holds until the next begins") {
  // push rbp; mov rbp, rsp; … pop rbp
  const std::vector<std::uint8_t> program = {0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x02, 0x20, 0x0c, 7, 8};
  const auto first = rules_of(program, 0x1000), pushed = rules_of(program, 0x1001),
             body = rules_of(program, 0x1010), last = rules_of(program, 0x1024);
  REQUIRE((first && pushed && body && last));
  CHECK((first->cfa_register == 7 && first->cfa_offset == 8));
  CHECK(first->registers[6].kind == Rule::Kind::Unsaid);
  CHECK((pushed->cfa_register == 7 && pushed->cfa_offset == 16));
  CHECK((pushed->registers[6].kind == Rule::Kind::Saved && pushed->registers[6].offset == -16));
  CHECK((body->cfa_register == 6 && body->cfa_offset == 16));
  CHECK((last->cfa_register == 7 && last->cfa_offset == 8));
  CHECK((last->registers[16].kind == Rule::Kind::Saved && last->registers[16].offset == -8));
}

TEST_CASE("a state is kept and taken back, with the CFA") {
  const std::vector<std::uint8_t> program = {0x0e, 16, 0x0a, 0x41, 0x0e, 8, 0xc6, 0x41, 0x0b};
  CHECK(rules_of(program, 0x1000)->cfa_offset == 16);
  CHECK(rules_of(program, 0x1001)->cfa_offset == 8);
  CHECK(rules_of(program, 0x1002)->cfa_offset == 16);
}

TEST_CASE("the other instructions") {
  using Kind = Rule::Kind;
  CHECK(rules_of({0x07, 16}, 0x1000)->registers[16].kind == Kind::Undefined);
  CHECK(rules_of({0x08, 3}, 0x1000)->registers[3].kind == Kind::Same);
  CHECK(rules_of({0x09, 3, 12}, 0x1000)->registers[3].offset == 12);
  CHECK(rules_of({0x05, 3, 4}, 0x1000)->registers[3].offset == -32);
  CHECK(rules_of({0x11, 3, 0x7f}, 0x1000)->registers[3].offset == 8);
  CHECK(rules_of({0x14, 3, 1}, 0x1000)->registers[3].kind == Kind::Value);
  CHECK(rules_of({0x12, 6, 0x7e}, 0x1000)->cfa_offset == 16);
  CHECK(rules_of({0x13, 0x7e}, 0x1000)->cfa_offset == 16);
  CHECK(rules_of({0x0f, 2, 0x76, 0}, 0x1000)->cfa_expression.size() == 2);
  CHECK(rules_of({0x0f, 2, 0x76, 0, 0x0c, 7, 8}, 0x1000)->cfa_expression.empty());
  CHECK(rules_of({0x10, 6, 2, 0x76, 0}, 0x1000)->registers[6].kind == Kind::SavedAtExpression);
  CHECK(rules_of({0x16, 6, 2, 0x76, 0}, 0x1000)->registers[6].kind == Kind::ValueOfExpression);
  CHECK(rules_of({0x2e, 0x90, 1, 0x00}, 0x1000)->cfa_offset == 8);
  CHECK(rules_of({0x2d}, 0x1000)->is_signed);
  CHECK_FALSE(rules_of({0x2d, 0x2d}, 0x1000)->is_signed);
  CHECK(rules_of({0x86, 2, 0xc6}, 0x1000)->registers[6].kind == Kind::Unsaid);
  // A register that no frame is found by.
  CHECK(rules_of({0x05, 72, 4}, 0x1000).has_value());
}

TEST_CASE("broken programs have no rules") {
  CHECK_FALSE(rules_of({0x0b}, 0x1000));           // nothing was kept
  CHECK_FALSE(rules_of({0x3f}, 0x1000));           // unknown
  CHECK_FALSE(rules_of({0x0c, 7}, 0x1000));        // cut off
  CHECK_FALSE(rules_of({0x0f, 9, 0x76}, 0x1000));  // longer than all of it
  CHECK_FALSE(rules_of(std::vector<std::uint8_t>(100, 0x0a), 0x1000));
}

#include "logs/crashlog/stack_positions.h"

#include <doctest/doctest.h>
#include <optional>
#include <string_view>

using namespace symkit;
using crashlog::StackPositions;

namespace {

crashlog::Frame settled(StackPositions& positions, std::string_view prefix,
                        std::optional<std::uint32_t> number, std::string_view symbol = {}) {
  crashlog::Frame frame;
  frame.number = number;
  frame.symbol = symbol;
  frame.address_of = AddressOf::Stack;
  positions.settle(frame, prefix, false);
  return frame;
}

constexpr std::string_view a = "[node7:04711] ", b = "[node7:04712] ", other = "[node7:04713] ";

}  // namespace

TEST_CASE("stacks that alternate are told apart, and what a signal interrupted in each of them") {
  StackPositions positions;
  const auto first = settled(positions, a, 0), of_b = settled(positions, b, 0);
  settled(positions, a, 1, "__restore_rt");
  settled(positions, b, 1, "__restore_rt");
  const auto interrupted = settled(positions, a, 2);
  CHECK(interrupted.address_of == AddressOf::Instruction);
  CHECK(interrupted.stack == first.stack);
  CHECK(of_b.stack != first.stack);
  CHECK(settled(positions, b, 2).address_of == AddressOf::Instruction);
  CHECK(settled(positions, a, 3).address_of == AddressOf::Return);
  CHECK(settled(positions, b, 3).stack == of_b.stack);
}

TEST_CASE("a line ends the stack of the one who wrote it") {
  StackPositions positions;
  for (const std::string_view prefix : {a, b}) {
    positions.other_text(prefix);  // it says something first
    settled(positions, prefix, {});
  }
  positions.other_text(b);
  positions.other_text(other);
  CHECK(settled(positions, a, {}).address_of == AddressOf::Return);
  CHECK(settled(positions, b, {}).address_of == AddressOf::Instruction);
  positions.other_text("");  // it does not say who wrote it
  CHECK(settled(positions, a, {}).address_of == AddressOf::Instruction);
  settled(positions, a, {});
  positions.end_all();
  CHECK(settled(positions, a, {}).address_of == AddressOf::Instruction);
}

TEST_CASE("the writer of a stack's first frames may not have been known") {
  StackPositions positions;
  settled(positions, "", 0);
  settled(positions, "", 1, "__restore_rt");
  CHECK(settled(positions, a, 2).address_of == AddressOf::Instruction);
  CHECK(settled(positions, a, 3).address_of == AddressOf::Return);
}

TEST_CASE("a number before frames without numbers may be the frame's own") {
  StackPositions positions;
  const auto first = settled(positions, "[0] ", {});
  const auto second = settled(positions, "[1] ", {});
  CHECK(second.stack == first.stack);
  CHECK(second.address_of == AddressOf::Return);
}

TEST_CASE("numbers of stacks are not given again") {
  StackPositions positions;
  const auto first = settled(positions, a, 0);
  positions.end_all();
  CHECK(settled(positions, a, 0).stack != first.stack);
  const auto text = settled(positions, "", 0);
  CHECK(text.stack != first.stack);
}

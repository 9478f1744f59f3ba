// What a function's unwind program says for one place in its code: where the caller's registers are.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "ground/base/bytes.h"
#include "stacks/unwind/frame_entry.h"
#include "stacks/unwind/registers.h"
#include "stacks/unwind/rule.h"

namespace symkit::unwind {

struct FrameRules {
  std::uint64_t cfa_register = 0;
  std::int64_t cfa_offset = 0;
  Bytes cfa_expression = {};  // if there is one, it counts
  std::array<Rule, Registers::count> registers = {};
  bool is_signed = false;  // arm64: the return address

  void set(std::uint64_t number, Rule rule) {
    if (number < registers.size()) registers[number] = rule;
  }
  void restore(std::uint64_t number, const FrameRules& from) {
    if (number < registers.size()) registers[number] = from.registers[number];
  }
};

// Nothing if the program is broken, or has an unknown instruction.
std::optional<FrameRules> rules_at(const FrameEntry& entry, std::uint64_t address);

// All that the program says, in order: the rules from each address on, up to the next. False if it is
// broken.
using TakeRules = std::function<void(std::uint64_t address, const FrameRules& rules)>;
bool each_rules(const FrameEntry& entry, const TakeRules& take);

}  // namespace symkit::unwind

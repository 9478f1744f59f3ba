// What a function's unwind program says for one place in its code: where the caller's registers are.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "ground/base/bytes.h"
#include "stacks/unwind/frame_entry.h"
#include "stacks/unwind/registers.h"

namespace symkit::unwind {

struct Rule {
  enum class Kind : std::uint8_t {
    Unsaid,      // the register is as it was, unless the call changes it
    Same,        // as it was
    Undefined,   // it cannot be known
    Saved,       // in memory, `offset` bytes from the CFA
    Value,       // it is the CFA plus `offset`
    InRegister,  // `offset` is the number of the register
    SavedAtExpression,
    ValueOfExpression,
  };
  Kind kind = Kind::Unsaid;
  std::int64_t offset = 0;
  Bytes expression = {};
};

// The CFA is the canonical frame address, which all of a function's frame is counted from.
struct FrameRules {
  std::uint64_t cfa_register = 0;
  std::int64_t cfa_offset = 0;
  Bytes cfa_expression = {};  // if there is one, it counts
  std::array<Rule, Registers::count> registers = {};
  bool is_signed = false;  // arm64: the return address
};

// Nothing if the program is broken, or has an unknown instruction.
std::optional<FrameRules> rules_at(const FrameEntry& entry, std::uint64_t address);

// All that the program says, in order: the rules from each address on, up to the next. False if it is
// broken.
using TakeRules = std::function<void(std::uint64_t address, const FrameRules& rules)>;
bool each_rules(const FrameEntry& entry, const TakeRules& take);

}  // namespace symkit::unwind

// The step that nearly all places in code need: the caller's registers are at fixed distances from one
// register. It takes little memory and time, so that it can be kept for each place.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "stacks/unwind/expression.h"
#include "stacks/unwind/frame_rules.h"
#include "stacks/unwind/frame_step.h"
#include "stacks/unwind/memory.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/registers.h"

namespace symkit::unwind {

struct FixedStep {
  static constexpr std::size_t most_saved = 14;

  std::array<std::int32_t, most_saved> offsets = {};  // from the CFA
  std::array<std::uint8_t, most_saved> saved = {};    // the registers that are there
  std::uint8_t saved_count = 0;
  std::uint8_t saved_return = most_saved;  // which of them is the return address; none of them
  std::uint8_t cfa_register = 0;
  std::uint8_t return_register = 0;
  bool is_outermost = false;  // there is no caller
  bool is_signed = false;
  bool is_interrupted = false;  // the caller has not called
  std::int32_t cfa_offset = 0;
};

// Nothing if the rules need more than that.
std::optional<FixedStep> fixed_step_of(const FrameRules& rules, std::uint64_t return_register,
                                       const Processor& processor);

// Where a step leads that is not the outermost. Nothing if it needs what is not known.
struct Landing {
  std::uint64_t cfa = 0;
  std::uint64_t code = 0;
};
std::optional<Landing> landing_of(const FixedStep& step, const Surroundings& where);
// The registers there in place of those before.
void land(const FixedStep& step, const Landing& landing, const Memory& memory, const Processor& processor,
          Registers& registers);

}  // namespace symkit::unwind

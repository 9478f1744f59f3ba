// The rules of a function in Breakpad's symbol files (`STACK CFI`): for each register an expression, written
// out for the function's begin, and then only where it changes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "stacks/unwind/frame_step.h"
#include "stacks/unwind/registers.h"

namespace symkit::unwind {

class BreakpadRules {
 public:
  explicit BreakpadRules(Architecture architecture) : architecture_(architecture) {}

  // "REGISTER: EXPRESSION REGISTER: EXPRESSION …"; these count from now on. False if the text is broken.
  // The text must outlive the rules.
  bool add(std::string_view text);
  // All that count now.
  std::string text() const;

  // Nothing if the rules need what is not known.
  std::optional<Caller> caller(const Surroundings& where) const;

 private:
  bool set(std::string_view name, std::string_view expression);

  Architecture architecture_;
  std::string_view cfa_, return_address_;
  std::array<std::string_view, Registers::count> registers_ = {}, names_ = {};
};

}  // namespace symkit::unwind

// Parses command lines as LLVM's tools do: no abbreviations, letters that may be combined ("-fie FILE"),
// values after "=" or in the next argument.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::dropin {

enum class LlvmValue : std::uint8_t { None, Joined, Next, JoinedOrNext };

// A spelling of an option; one that is the beginning of another comes after it.
struct LlvmSpelling {
  std::string_view text;  // with its dashes, and with the "=" before a joined value
  LlvmValue value = LlvmValue::None;
  int option = 0;
};

// Passes on each option with its value (empty: none), in order. Returns the operands.
Result<std::vector<std::string>> read_llvm_words(
    const std::vector<std::string>& words, std::span<const LlvmSpelling> spellings,
    const std::function<void(int option, std::string_view value)>& take);

}  // namespace symkit::dropin

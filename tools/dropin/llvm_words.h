// Command lines as LLVM's tools read them: no abbreviations, letters that may stand together ("-fie FILE"),
// values behind "=" or in the next word.
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

// How an option may be written; one that another one begins with stands behind that.
struct LlvmSpelling {
  std::string_view text;  // with its dashes, and with the "=" that a joined value follows
  LlvmValue value = LlvmValue::None;
  int option = 0;
};

// Each option with its value (empty: none) is taken, in their order. What is left are operands.
Result<std::vector<std::string>> read_llvm_words(
    const std::vector<std::string>& words, std::span<const LlvmSpelling> spellings,
    const std::function<void(int option, std::string_view value)>& take);

}  // namespace symkit::dropin

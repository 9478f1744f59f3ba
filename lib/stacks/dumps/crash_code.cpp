#include "stacks/dumps/crash_code.h"

#include <cstdint>

#include "ground/base/words.h"
#include "stacks/unwind/processor.h"

namespace symkit::dumps {

CrashCode crash_code_of(const Process& process, const LoadedImages& images) {
  constexpr std::uint64_t bytes_before = 12, bytes_from = 16;
  const unwind::Processor* const processor = unwind::processor_of(process.architecture);
  if (processor == nullptr || process.threads.empty() || !process.threads.front().has_crashed) return {};
  const auto code = process.threads.front().registers.at(processor->code);
  if (!code) return {};
  CrashCode found{.before = {}, .from = images.at(*code, bytes_from)};
  if (*code >= bytes_before) found.before = images.at(*code - bytes_before, bytes_before);
  if (found.before.size() != bytes_before) found.before = {};
  return found;
}

std::string told_crash_code(const CrashCode& code) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  const auto append = [&](std::uint8_t byte, bool is_first) {
    const std::string hex = {digits[byte >> 4U], digits[byte & 15U]};
    text += say(text.empty() ? "" : " ", is_first ? "<" : "", hex, is_first ? ">" : "");
  };
  for (const std::uint8_t byte : code.before) append(byte, false);
  for (std::size_t i = 0; i < code.from.size(); ++i) append(code.from[i], i == 0);
  return text;
}

}  // namespace symkit::dumps

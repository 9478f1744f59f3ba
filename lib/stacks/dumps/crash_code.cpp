#include "stacks/dumps/crash_code.h"

#include <cstdint>

#include "ground/base/hex.h"
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
  std::string text;
  for (std::size_t i = 0; i < code.before.size(); ++i) text += to_hex(code.before.subspan(i, 1)) + " ";
  for (std::size_t i = 0; i < code.from.size(); ++i) {
    const std::string byte = to_hex(code.from.subspan(i, 1));
    text += i == 0 ? say('<', byte, '>') : say(' ', byte);
  }
  return text;
}

}  // namespace symkit::dumps

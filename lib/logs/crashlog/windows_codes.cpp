#include "logs/crashlog/windows_codes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "ground/base/words.h"

namespace symkit::crashlog {

std::string windows_exception(std::uint32_t code) {
  static constexpr auto known = std::to_array<std::pair<std::uint32_t, std::string_view>>({
      {0x80000003, "breakpoint"},
      {0xc0000005, "SIGSEGV"},
      {0xc000001d, "SIGILL"},
      {0xc0000094, "division by zero"},
      {0xc0000095, "integer overflow"},
      {0xc00000fd, "stack overflow"},
      {0xc0000374, "heap corruption"},
      {0xc0000409, "stack smashing"},
      {0xc0000417, "invalid parameter"},
      {0xc0000602, "fail fast"},
      {0xe06d7363, "uncaught C++ exception"},
  });
  const auto at = std::ranges::find(known, code, &std::pair<std::uint32_t, std::string_view>::first);
  return at == known.end() ? say("exception ", hex(code)) : std::string(at->second);
}

}  // namespace symkit::crashlog

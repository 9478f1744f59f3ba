#include "reports/group/report.h"

#include <algorithm>

namespace symkit::group {

std::string_view access_of(const crashlog::Cause& cause) {
  constexpr std::uint64_t first_page = 0x10000;  // the largest page that systems leave unmapped at address 0
  if (!cause.access.empty()) return cause.access;
  return cause.accessed && *cause.accessed < first_page ? "near null" : "";
}

bool Report::has_frames() const {
  return std::ranges::any_of(stacks, [](const Stack& stack) { return !stack.frames.empty(); });
}

}  // namespace symkit::group

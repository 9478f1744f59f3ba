#include "ground/print/transfer_line.h"

#include <algorithm>
#include <fmt/format.h>

#include "ground/print/progress.h"
#include "ground/print/visible.h"

namespace symkit::print {
namespace {

std::string size_text(double bytes) {
  constexpr double kilobyte = 1e3, megabyte = 1e6;
  return bytes < megabyte ? fmt::format("{:.0f} kB", bytes / kilobyte)
                          : fmt::format("{:.1f} MB", bytes / megabyte);
}

// Only after a while: before that the rate is meaningless.
std::string rate_text(const TransferState& state) {
  constexpr double least_seconds = 0.3;
  if (state.seconds < least_seconds) return {};
  return fmt::format("  {}/s", size_text(static_cast<double>(state.lately) / state.seconds));
}

}  // namespace

// If there is little room the server is left out, then the end of the line.
std::string transfer_line(const TransferState& state, std::size_t columns) {
  const auto done = static_cast<double>(state.done), total = static_cast<double>(state.total);
  const std::string how_much = state.total == 0
                                   ? size_text(done)
                                   : fmt::format("{:3.0f}% of {}", 100 * done / total, size_text(total));
  std::string behind = fmt::format("  {}  {}{}", state.what, how_much, rate_text(state));
  const std::string server = "  " + visible(state.server);
  constexpr std::size_t enough_of_name = 32;
  const std::size_t name = std::min(enough_of_name, state.name.size());
  if (name + behind.size() + server.size() <= columns) behind += server;
  behind.resize(std::min(behind.size(), columns));
  return shortened(state.name, columns - behind.size()) + behind;
}

}  // namespace symkit::print

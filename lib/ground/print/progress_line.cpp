// The text of the progress line.
#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "ground/base/utf8.h"
#include "ground/print/progress.h"
#include "ground/print/visible.h"

namespace symkit::print {
namespace {

constexpr std::size_t least_bar = 10;
constexpr std::size_t widest_bar = 40;
constexpr double megabyte = 1e6;

// The characters of a name, one for each column: those that move the cursor have already been escaped.
std::vector<std::string_view> characters(std::string_view name) {
  std::vector<std::string_view> all;
  while (!name.empty()) {
    all.push_back(name.substr(0, first_utf8(name).size));
    name.remove_prefix(all.back().size());
  }
  return all;
}

std::string amount(double count, ProgressUnit unit) {
  if (unit == ProgressUnit::Files) return fmt::format("{:.0f} files", count);
  return fmt::format("{:.0f} MB", count / megabyte);
}

std::string bar(double part, std::size_t width) {
  const auto filled = static_cast<std::size_t>(part * static_cast<double>(width));
  std::string line(filled, '=');
  if (filled < width) line += '>';
  line.resize(width, ' ');
  return "[" + line + "]";
}

}  // namespace

std::string shortened(std::string_view name, std::size_t columns) {
  const std::string visible_name = visible(name);
  const std::vector<std::string_view> all = characters(visible_name);
  std::string out;
  if (all.size() <= columns) {
    for (const std::string_view character : all) out += character;
    return out;
  }
  if (columns == 0) return out;
  // The end of a name (a number, an extension) says more than its middle.
  const std::size_t behind = columns / 2;
  const std::size_t before = columns - 1 - behind;
  for (std::size_t i = 0; i < before; ++i) out += all[i];
  out += "…";
  for (std::size_t i = all.size() - behind; i < all.size(); ++i) out += all[i];
  return out;
}

std::string progress_line(const ProgressState& state, std::size_t columns) {
  const double done = static_cast<double>(state.done);
  const double all = done + static_cast<double>(state.beyond);
  const double rate = state.seconds > 0 ? all / state.seconds : 0;
  // Counts can exceed the announced total; a bar cannot.
  const double part = state.total == 0 ? 0 : std::min(1.0, done / static_cast<double>(state.total));
  const std::string speed = amount(rate, state.unit) + "/s";
  std::string numbers = state.total == 0 ? fmt::format("{}  {}", amount(all, state.unit), speed)
                                         : fmt::format("{:3.0f}%  {}", part * 100, speed);
  if (numbers.size() > columns) return {};
  std::size_t room = columns - numbers.size();
  if (state.total != 0 && room > 2 * least_bar + 4) {
    const std::size_t width = std::clamp(room / 3, least_bar, widest_bar);
    numbers = bar(part, width) + " " + numbers;
    room -= width + 3;
  }
  if (room < 3) return numbers;
  return shortened(state.name, room - 2) + "  " + numbers;
}

}  // namespace symkit::print

#include "reports/profile/units.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <span>

namespace symkit::profile {
namespace {

struct Scale {
  double factor;
  const char* unit;
};
constexpr std::array times = {Scale{1e9, "s"}, Scale{1e6, "ms"}, Scale{1e3, "us"}, Scale{1, "ns"}};
constexpr std::array sizes = {Scale{1 << 30, "GB"}, Scale{1 << 20, "MB"}, Scale{1 << 10, "kB"},
                              Scale{1, "B"}};

std::string scaled(double value, std::span<const Scale> scales) {
  const Scale* scale = &scales.back();
  for (const Scale& one : scales) {
    if (std::abs(value) < one.factor) continue;
    scale = &one;
    break;
  }
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", value / scale->factor);
  std::string number = text.data();
  number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
  return number + scale->unit;
}

}  // namespace

std::string amount(std::int64_t value, std::string_view unit) {
  const auto number = static_cast<double>(value);
  if (const double nanoseconds = nanoseconds_in(unit); nanoseconds != 0)
    return scaled(number * nanoseconds, times);
  if (unit == "bytes") return scaled(number, sizes);
  return std::to_string(value);
}

double nanoseconds_in(std::string_view unit) {
  if (unit == "nanoseconds") return 1;
  if (unit == "microseconds") return 1e3;
  if (unit == "milliseconds") return 1e6;
  return unit == "seconds" ? 1e9 : 0;
}

bool is_off_cpu(std::string_view event) { return event.starts_with("offcpu-time"); }

std::string_view unit_of_event(std::string_view event) {
  const bool is_time = event.starts_with("cpu-clock") || event.starts_with("task-clock") || is_off_cpu(event);
  return is_time ? "nanoseconds" : "count";
}

}  // namespace symkit::profile

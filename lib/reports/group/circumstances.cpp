#include "reports/group/circumstances.h"

#include <array>
#include <chrono>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::group {
namespace {

constexpr std::size_t longest = 80;

std::string brief(std::string_view text) { return std::string(trimmed(text).substr(0, longest)); }

// Exactly this many digits at the beginning, and their value.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
  if (text.size() < count) return std::nullopt;
  int number = 0;
  for (const char c : text.substr(0, count)) {
    if (!is_digit(c)) return std::nullopt;
    number = number * 10 + (c - '0');
  }
  text.remove_prefix(count);
  return number;
}

// "+01:00", "+0100", "-05" after a time: in seconds.
std::int64_t zone_of(std::string_view text) {
  crashlog::take_blanks(text);
  if (text.empty() || (text.front() != '+' && text.front() != '-')) return 0;
  const int sign = text.front() == '-' ? -1 : 1;
  text.remove_prefix(1);
  const auto hours = take_digits(text, 2);
  if (!hours) return 0;
  crashlog::take_word(text, ":");
  return sign * (*hours * 3600 + take_digits(text, 2).value_or(0) * 60);
}

std::optional<std::int64_t> time_at(std::string_view text) {
  std::array<int, 6> parts{};
  constexpr std::array<std::string_view, 5> between = {"-", "-", "", ":", ":"};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto digits = take_digits(text, i == 0 ? 4 : 2);
    if (!digits) return std::nullopt;
    parts.at(i) = *digits;
    if (i == 2 && !crashlog::take_word(text, "T") && !crashlog::take_word(text, " ")) return std::nullopt;
    if (i < between.size() && !crashlog::take_word(text, between.at(i))) return std::nullopt;
  }
  const std::chrono::year_month_day day{std::chrono::year(parts[0]),
                                        std::chrono::month(static_cast<unsigned>(parts[1])),
                                        std::chrono::day(static_cast<unsigned>(parts[2]))};
  if (!day.ok() || parts[3] > 23 || parts[4] > 59 || parts[5] > 60) return std::nullopt;
  while (!text.empty() && (is_digit(text.front()) || text.front() == '.' || text.front() == ','))
    text.remove_prefix(1);
  const std::int64_t days = std::chrono::sys_days(day).time_since_epoch().count();
  return ((days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5] - zone_of(text);
}

}  // namespace

void Circumstances::add(const Circumstances& other) {
  if (!time) time = other.time;
  if (version.empty()) version = other.version;
  if (device.empty()) device = other.device;
}

std::optional<std::int64_t> time_in(std::string_view text) {
  for (std::size_t dash = text.find('-'); dash != std::string_view::npos; dash = text.find('-', dash + 1)) {
    if (dash < 4 || (dash > 4 && is_digit(text[dash - 5]))) continue;
    if (const auto time = time_at(text.substr(dash - 4))) return time;
  }
  return std::nullopt;
}

std::string time_text(std::int64_t time) {
  const std::chrono::sys_seconds whole{std::chrono::seconds(time)};
  const auto day = std::chrono::floor<std::chrono::days>(whole);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(whole - day);
  const auto two = [](std::int64_t number) { return say(number < 10 ? "0" : "", number); };
  return say(static_cast<int>(date.year()), '-', two(static_cast<unsigned>(date.month())), '-',
             two(static_cast<unsigned>(date.day())), 'T', two(clock.hours().count()), ':',
             two(clock.minutes().count()), ':', two(clock.seconds().count()), 'Z');
}

Circumstances circumstances_of(const crashlog::Cause& cause) {
  return {.time = time_in(cause.time), .version = brief(cause.version), .device = brief(cause.device)};
}

}  // namespace symkit::group

#include "keep/store/lifetime.h"

#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::store {
namespace {

// A century: anything longer is a mistake.
constexpr std::int64_t longest = std::int64_t{100} * 365 * 86'400;

std::optional<std::int64_t> take_count(std::string_view& text) {
  return text.starts_with('-') ? std::nullopt : take_number<std::int64_t>(text);
}

std::int64_t seconds_in(std::string_view unit) {
  if (unit == "s" || unit.empty()) return 1;
  if (unit == "m") return 60;
  if (unit == "h") return 3'600;
  return unit == "d" ? 86'400 : 0;
}

}  // namespace

std::string text_of(const Lifetime& lifetime) {
  return say(lifetime.of_index.count(), ' ', lifetime.renewed.time_since_epoch().count());
}

std::optional<Lifetime> read_lifetime(std::string_view text) {
  const auto seconds = take_count(text);
  if (!seconds || *seconds > longest || !text.starts_with(' ')) return std::nullopt;
  text.remove_prefix(1);
  const auto renewed = take_count(text);
  if (!renewed || !text.empty()) return std::nullopt;
  return Lifetime{std::chrono::seconds(*seconds), std::chrono::sys_seconds(std::chrono::seconds(*renewed))};
}

std::optional<std::chrono::seconds> read_duration(std::string_view text) {
  const auto number = take_count(text);
  const std::int64_t unit = number ? seconds_in(text) : 0;
  if (unit == 0 || *number > longest / unit) return std::nullopt;
  if (text.empty() && *number != 0) return std::nullopt;
  return std::chrono::seconds(*number * unit);
}

}  // namespace symkit::store

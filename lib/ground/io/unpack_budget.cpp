#include "ground/io/unpack_budget.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <unistd.h>

#include "ground/base/words.h"

namespace symkit::io {
namespace {

constexpr std::uint64_t megabyte = std::uint64_t{1} << 20;
constexpr std::uint64_t most_by_default = std::uint64_t{16} << 30;

// Mappings, maps and debug information compress to a third or a tenth, at best to a fiftieth. Small
// inputs may have any ratio.
constexpr std::uint64_t most_growth = 250;
constexpr std::uint64_t always_believed = 64 * megabyte;

std::atomic<std::uint64_t> allowed_by_user = 0;  // 0: not set by the user

std::uint64_t memory_of_machine() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_size = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_size <= 0) return most_by_default;
  return std::min(most_by_default, static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_size));
}

// Rounded up: a size in bytes is never printed smaller than it is.
std::string in_words(std::uint64_t bytes) {
  if (bytes < megabyte) return say(bytes, " bytes");
  return say(bytes / megabyte + (bytes % megabyte != 0 ? 1 : 0), " MB");
}

struct Cap {
  std::uint64_t bytes;
  bool is_of_growth = false;
};

Cap cap_for(std::uint64_t stored) {
  if (const std::uint64_t allowed = allowed_by_user; allowed != 0) return {.bytes = allowed};
  static const std::uint64_t memory = memory_of_machine();
  if (stored >= memory / most_growth) return {.bytes = memory};
  return {.bytes = std::max(always_believed, stored * most_growth), .is_of_growth = true};
}

std::string refusal(const Cap& cap) {
  const std::string growth = cap.is_of_growth ? say(", over ", most_growth, " times its size") : "";
  return say("unpacks to more than ", in_words(cap.bytes), growth, "; --max-unpacked SIZE allows more");
}

}  // namespace

std::optional<std::uint64_t> read_size(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (error != std::errc() || number == 0 || unit.size() > 1) return std::nullopt;
  constexpr std::string_view units = "KMGT";
  const char letter = unit.empty() ? '\0' : static_cast<char>(unit[0] & ~0x20);
  const std::size_t power = unit.empty() ? 0 : units.find(letter) + 1;
  if (!unit.empty() && power == 0) return std::nullopt;
  if (number > UINT64_MAX >> (10 * power)) return std::nullopt;
  return number << (10 * power);
}

void UnpackBudget::allow(std::uint64_t bytes) { allowed_by_user = bytes; }

Result<void> UnpackBudget::take(std::uint64_t bytes) {
  const Cap cap = cap_for(stored_);
  std::uint64_t taken = taken_;
  do {
    if (taken > cap.bytes || bytes > cap.bytes - taken) return fail(refusal(cap));
  } while (!taken_.compare_exchange_weak(taken, taken + bytes));
  return {};
}

}  // namespace symkit::io

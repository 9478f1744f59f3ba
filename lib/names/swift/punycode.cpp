#include "names/swift/punycode.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ground/base/utf8.h"

namespace symkit::swift {
namespace {

constexpr std::uint32_t base = 36;
constexpr std::uint32_t least_threshold = 1;
constexpr std::uint32_t greatest_threshold = 26;
constexpr std::uint32_t skew = 38;
constexpr std::uint32_t damp = 700;
constexpr std::uint32_t first_bias = 72;
constexpr std::uint32_t first_point = 128;
constexpr std::uint32_t last_point = 0x10ffff;

std::optional<std::uint32_t> digit(char c) {
  if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a');
  if (c >= 'A' && c <= 'J') return static_cast<std::uint32_t>(c - 'A' + 26);
  return std::nullopt;
}

std::uint32_t adapted(std::uint32_t delta, std::uint32_t points, bool first) {
  delta = first ? delta / damp : delta / 2;
  delta += delta / points;
  std::uint32_t k = 0;
  for (; delta > (base - least_threshold) * greatest_threshold / 2; k += base)
    delta /= base - least_threshold;
  return k + (base - least_threshold + 1) * delta / (delta + skew);
}

// A generalised variable-length integer, as the RFC calls it, added to the current position.
std::optional<std::uint32_t> advanced(std::string_view& rest, std::uint32_t position, std::uint32_t bias) {
  std::uint64_t sum = position;
  std::uint64_t weight = 1;
  for (std::uint32_t k = base;; k += base) {
    if (rest.empty()) return std::nullopt;
    const auto value = digit(rest.front());
    rest.remove_prefix(1);
    if (!value) return std::nullopt;
    sum += *value * weight;
    const std::uint32_t threshold = k <= bias ? least_threshold : std::min(k - bias, greatest_threshold);
    if (sum > UINT32_MAX) return std::nullopt;
    if (*value < threshold) return static_cast<std::uint32_t>(sum);
    weight *= base - threshold;
    if (weight > UINT32_MAX) return std::nullopt;
  }
}

// ASCII characters that Swift does not allow in identifiers are encoded as surrogates, which occur in no
// text.
std::optional<std::uint32_t> character_of(std::uint32_t point) {
  constexpr std::uint32_t first_surrogate = 0xd800;
  if (point >= first_surrogate && point < first_surrogate + 0x80) return point - first_surrogate;
  if (point > last_point || (point >= first_surrogate && point < 0xe000)) return std::nullopt;
  return point;
}

}  // namespace

std::optional<std::string> decode_punycode(std::string_view encoded) {
  if (encoded.size() > longest_punycode) return std::nullopt;
  std::vector<std::uint32_t> points;
  const std::size_t delimiter = encoded.rfind('_');
  if (delimiter != std::string_view::npos) {
    for (const char c : encoded.substr(0, delimiter)) points.push_back(static_cast<unsigned char>(c));
    encoded.remove_prefix(delimiter + 1);
  }
  std::uint32_t point = first_point;
  std::uint32_t position = 0;
  std::uint32_t bias = first_bias;
  while (!encoded.empty()) {
    const auto next = advanced(encoded, position, bias);
    if (!next) return std::nullopt;
    const auto size = static_cast<std::uint32_t>(points.size() + 1);
    bias = adapted(*next - position, size, position == 0);
    if (*next / size > last_point) return std::nullopt;
    point += *next / size;
    position = *next % size;
    points.insert(points.begin() + position, point);
    ++position;
  }
  std::string text;
  for (const std::uint32_t each : points) {
    const auto character = character_of(each);
    if (!character) return std::nullopt;
    append_utf8(text, *character);
  }
  return text;
}

}  // namespace symkit::swift

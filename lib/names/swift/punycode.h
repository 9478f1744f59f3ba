// Swift's Punycode (RFC 3492): '_' instead of '-', capital letters A to J instead of digits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace symkit::swift {

// Decoding takes quadratic time; no identifier is this long.
inline constexpr std::size_t longest_punycode = 2048;

// The identifier in UTF-8.
std::optional<std::string> decode_punycode(std::string_view encoded);

}  // namespace symkit::swift

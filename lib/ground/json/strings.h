// The escapes in JSON strings.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace symkit::json {

// The UTF-16 code unit of a \u003c that begins here.
std::optional<char32_t> unit_at(std::string_view text, std::size_t at);

struct Escaped {
  char32_t code = 0;
  std::size_t size = 0;  // of the escape
};

// The character whose escape begins here, with a backslash. Half of a surrogate pair becomes U+FFFD. An
// escape that is not JSON's is only the backslash itself.
Escaped escaped_at(std::string_view text, std::size_t at);

}  // namespace symkit::json

// The last position of a character in a text, as rfind returns it, but checking many characters at once.
#pragma once

#include <cstring>
#include <string_view>

namespace symkit {

inline std::size_t last_of(std::string_view text, char c) {
  const void* const found = text.empty() ? nullptr : ::memrchr(text.data(), c, text.size());
  return found == nullptr ? std::string_view::npos
                          : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

}  // namespace symkit

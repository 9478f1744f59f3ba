// Errors are values. A function that can fail returns Result<T>. The error carries the sentence that the
// user reads, and each caller that knows more context (a file, a section) prepends it.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace symkit {

struct Error {
  std::string message;

  // "broken header" within "libfoo.so" becomes "libfoo.so: broken header".
  Error within(std::string_view context) const { return {std::string(context) + ": " + message}; }
};

template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(std::string message) { return std::unexpected(Error{std::move(message)}); }

inline std::unexpected<Error> fail(Error error) { return std::unexpected(std::move(error)); }

}  // namespace symkit

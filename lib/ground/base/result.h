// Errors are values. A function that can fail returns Result<T>; the error carries the sentence that the
// person at the terminal reads, and each level that knows more (a file, a section) puts its words in front.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace symkit {

struct Error {
  std::string message;

  // "broken header" within "libfoo.so" reads "libfoo.so: broken header".
  Error within(std::string_view context) const { return {std::string(context) + ": " + message}; }
};

template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(std::string message) { return std::unexpected(Error{std::move(message)}); }

inline std::unexpected<Error> fail(Error error) { return std::unexpected(std::move(error)); }

}  // namespace symkit

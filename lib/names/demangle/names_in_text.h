// Finds mangled names in any text: a log, a symbol table, a stack trace. Only the prefix and the letters
// are checked here; demangle() decides whether it is a name.
#pragma once

#include <cstddef>
#include <string_view>

namespace symkit::demangle {

class NamesInText {
 public:
  explicit NamesInText(std::string_view text) : text_(text) {}

  // The next part of the text that begins like a mangled name, with all letters that may belong to it;
  // empty if there is none. It is a view of the text.
  std::string_view next();

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t barren_ = 0;  // no Microsoft name begins before this: all its possible letters were read
};

}  // namespace symkit::demangle

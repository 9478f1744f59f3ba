// Mangled names within any text: a log, a symbol table, a stack trace. Only the prefix and the letters are
// looked at here; whether it is a name is for demangle() to say.
#pragma once

#include <cstddef>
#include <string_view>

namespace symkit::demangle {

class NamesInText {
 public:
  explicit NamesInText(std::string_view text) : text_(text) {}

  // The next piece of the text that begins as mangled names do, with all the letters that could belong to it;
  // empty, where there is none. It lies in the text.
  std::string_view next();

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t barren_ =
      0;  // before here no name of Microsoft's begins: all that could be its letters was seen
};

}  // namespace symkit::demangle

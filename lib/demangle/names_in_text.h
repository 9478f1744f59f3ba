// Mangled names within any text: a log, a symbol table, a stack trace. Only the prefix and the letters are
// looked at here; whether it is a name is for demangle() to say.
#pragma once

#include <cstddef>
#include <string_view>

namespace symkit::demangle {

// The next piece of the text at or behind `from` that begins as mangled names do, with all the letters that
// could belong to it; empty, where there is none. It lies in the text.
std::string_view next_name(std::string_view text, std::size_t from);

}  // namespace symkit::demangle

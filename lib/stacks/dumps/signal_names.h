// The names of Linux's signals and of their causes.
#pragma once

#include <string_view>

namespace symkit::dumps {

// "SIGSEGV"; empty for a number without a name.
std::string_view signal_name(int number);

// "SEGV_MAPERR"; empty for a code without a name.
std::string_view signal_code_name(int number, int code);

}  // namespace symkit::dumps

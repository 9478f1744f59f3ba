// A function's name in the form in which it is compared: without anything that differs between two builds
// of the same source, or between two symbolizers.
#pragma once

#include <string>
#include <string_view>

namespace symkit::group {

// Without parameters, template arguments, results, anonymous namespaces and additions of compilers;
// demangled. If several functions share their code ("f (one of 12: g, h, …)"), the first in alphabetical
// order, so that it does not matter which of them the log names. For people to read.
std::string plain_name(std::string_view function);

// The name unchanged except for anonymous namespaces, which compilers spell in many ways.
std::string without_nameless(std::string_view function);

// A plain name for a signature: also without the numbers that compilers give to lambdas and unnamed
// classes.
std::string name_key(std::string_view plain);

// "sys_read" for a kernel's "__x64_sys_read", "read" for "ksys_read" and "SyS_read"; other names are kept.
std::string_view system_call(std::string_view plain);

}  // namespace symkit::group

// A function's name as it is compared: what changes between two builds of the same source, or between two
// symbolizers, is taken off.
#pragma once

#include <string>
#include <string_view>

namespace symkit::group {

// Without parameters, template arguments, results, anonymous namespaces and what compilers add; mangled names
// made readable. Of several functions that share their code ("f (one of 12: g, h, …)") the first by alphabet,
// so that it does not matter which of them the log names. For people to read.
std::string plain_name(std::string_view function);

// As it is, but for the anonymous namespaces, which compilers spell in many ways.
std::string without_nameless(std::string_view function);

// A plain name for a signature: also without the numbers that compilers give to lambdas and nameless classes.
std::string name_key(std::string_view plain);

}  // namespace symkit::group

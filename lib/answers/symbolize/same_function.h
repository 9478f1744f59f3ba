// Whether a log and an index mean one function, although they write its name in different ways: mangled or
// not, with parameters or without, with a symbol's version or what a compiler or a C library adds.
#pragma once

#include <string>
#include <string_view>

namespace symkit::symbolize {

// False for "??", "[unknown]", "<redacted>" and what else stands where a name would.
bool names_a_function(std::string_view in_log);

// A symbol's name without the version that the linker gave it: "memcpy" of "memcpy@@GLIBC_2.14".
std::string_view without_version(std::string_view name);

// A name without what compilers put behind it for a part or a copy of the function: "check" of
// "check.isra.0".
std::string_view without_suffix(std::string_view name);

bool same_function(std::string_view one, std::string_view other);

// The name as it is in the source, without namespaces' brackets: "market::Book::match", "__write".
std::string plain_function(std::string_view name);

}  // namespace symkit::symbolize

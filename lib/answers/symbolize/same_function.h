// Whether a log and an index mean the same function, although they write its name differently: mangled or
// not, with or without parameters, with a symbol version or with additions by a compiler or a C library.
#pragma once

#include <string>
#include <string_view>

namespace symkit::symbolize {

// False for "??", "[unknown]", "<redacted>" and other placeholders.
bool names_a_function(std::string_view in_log);

// Removes the linker's version from a symbol's name: "memcpy" from "memcpy@@GLIBC_2.14".
std::string_view without_version(std::string_view name);

// Removes compilers' suffixes for a part or a copy of a function: "check" from "check.isra.0".
std::string_view without_suffix(std::string_view name);

bool same_function(std::string_view one, std::string_view other);

// The name as in the source, without brackets: "market::Book::match", "__write".
std::string plain_function(std::string_view name);

}  // namespace symkit::symbolize

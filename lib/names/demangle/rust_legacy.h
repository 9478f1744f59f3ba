// Rust's legacy names wear C++'s mangling: a hash as the last part, and escapes for what C++ has no letter
// for.
#pragma once

#include <string>
#include <string_view>

namespace symkit::demangle {

// Whether a name that C++'s rules demangled to this text was written by rustc: its path ends in the hash.
bool is_rust_legacy(std::string_view mangled, std::string_view demangled);

// "_$LT$impl$u20$core..fmt..Debug$GT$::fmt::h0123456789abcdef" reads "<impl core::fmt::Debug>::fmt".
std::string without_rust_escapes(std::string_view demangled);

}  // namespace symkit::demangle

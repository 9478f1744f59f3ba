// Rust's legacy names use C++'s mangling, with a hash as the last part, and escapes for characters that
// C++ does not allow.
#pragma once

#include <string>
#include <string_view>

namespace symkit::demangle {

// Whether a name that was demangled to this text by C++'s rules was written by rustc: its path ends in
// the hash.
bool is_rust_legacy(std::string_view mangled, std::string_view demangled);

// "_$LT$impl$u20$core..fmt..Debug$GT$::fmt::h0123456789abcdef" becomes "<impl core::fmt::Debug>::fmt".
std::string without_rust_escapes(std::string_view demangled);

}  // namespace symkit::demangle

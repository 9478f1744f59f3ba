// The optimiser's changes to an argument: encoded in both manglings and named by the printer.
#pragma once

#include <cstdint>

namespace symkit::swift {

namespace specialization {

// Options that can be combined.
inline constexpr std::uint64_t unchanged = 0;
inline constexpr std::uint64_t to_generic = 1;
inline constexpr std::uint64_t dead = 2;
inline constexpr std::uint64_t owned_to_guaranteed = 4;
inline constexpr std::uint64_t guaranteed_to_owned = 8;
inline constexpr std::uint64_t exploded = 16;
// Separate kinds.
inline constexpr std::uint64_t boxed = 64;      // words only
inline constexpr std::uint64_t number = 65;     // digits
inline constexpr std::uint64_t string = 66;     // encoding, string
inline constexpr std::uint64_t symbol = 67;     // mangled name, no types
inline constexpr std::uint64_t closure = 68;    // mangled name, types of captured values
inline constexpr std::uint64_t key_path = 69;   // hash, types
inline constexpr std::uint64_t structure = 70;  // its type
inline constexpr std::uint64_t same_as = 71;    // the number of an earlier argument
inline constexpr std::uint64_t run = 72;        // constants: of a struct and its content

}  // namespace specialization

inline std::uint64_t specialization_option(char c) {
  switch (c) {
    case 'D': return specialization::dead;
    case 'G': return specialization::owned_to_guaranteed;
    case 'O': return specialization::guaranteed_to_owned;
    default: return specialization::exploded;
  }
}

}  // namespace symkit::swift

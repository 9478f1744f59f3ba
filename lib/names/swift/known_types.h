// The codes of single letters in both manglings: the standard library's types, operators, value
// witnesses, builtins.
#pragma once

#include <string_view>

#include "names/swift/node.h"

namespace symkit::swift {

struct KnownType {
  char letter = 0;
  Kind kind = Kind::Structure;
  std::string_view name;
};

// Null for an unknown letter. `Sc` begins the second set.
const KnownType* known_type(char letter);
const KnownType* second_known_type(char letter);

inline constexpr std::string_view swift_module = "Swift";
inline constexpr std::string_view c_module = "__C";
inline constexpr std::string_view synthesized_module = "__C_Synthesized";

// 'p' is '+'. '\0' for an unknown letter.
char operator_character(char letter);

// "al" is "allocateBuffer"; empty for an unknown code.
std::string_view value_witness(std::string_view code);

// "AnyObject" for 'C'; empty for an unknown letter.
std::string_view layout_name(char letter);

}  // namespace symkit::swift

// Finds the word that was probably meant by a mistyped one.
#pragma once

#include <span>
#include <string_view>

namespace symkit::tools {

// The word with the fewest typing errors (a missing, added, replaced or swapped character), or one that
// begins with `typed`; empty if none is near.
std::string_view nearest_word(std::string_view typed, std::span<const std::string_view> words);

}  // namespace symkit::tools

// The word that was probably meant by a mistyped one.
#pragma once

#include <span>
#include <string_view>

namespace symkit::tools {

// The one with the fewest slips (a character too much, too few, another one, or two the other way round), or
// of which `typed` is the beginning; empty where none is near.
std::string_view nearest_word(std::string_view typed, std::span<const std::string_view> words);

}  // namespace symkit::tools

// What a file can tell of addresses, in a few words, from what sections and tables it has.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "files/container/image.h"
#include "keep/index/facts.h"

namespace symkit::syminfo {

inline constexpr std::string_view functions_and_lines = "functions and lines";
inline constexpr std::string_view nothing_held = "no symbols";

std::string_view holdings(const container::Image& image);
std::string_view holdings(const index::Facts& facts);
// Of a file of Breakpad's symbols; nothing where it is none.
std::optional<std::string_view> holdings_of_symbols(const std::string& path);

}  // namespace symkit::syminfo

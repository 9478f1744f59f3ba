// A short description of what a file knows about addresses, from its sections and tables.
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
// For a file of Breakpad symbols; nothing for other files.
std::optional<std::string_view> holdings_of_symbols(const std::string& path);

}  // namespace symkit::syminfo

// The names of sources as people know them, without the schemes, roots and loaders that bundlers add.
#pragma once

#include <string>
#include <string_view>

#include "logs/script/url.h"

namespace symkit::sourcemap {

using script::base_name;
using script::without_query;

// Joins sourceRoot and a source's name as ECMA-426 does.
std::string with_root(std::string_view root, std::string_view name);

// Removes what bundlers add: webpack:///./src/a.js?1234 → src/a.js, turbopack:///[project]/a.js → a.js,
// /@fs/home/a.js → /home/a.js, ../../../a.js → a.js, a/./b/../c.js → a/c.js. Other URLs stay as they are.
std::string tidied(std::string_view name);

// The number of path components that two URLs have in common at the end. 0: not even the file's name.
std::size_t common_suffix(std::string_view a, std::string_view b);

}  // namespace symkit::sourcemap

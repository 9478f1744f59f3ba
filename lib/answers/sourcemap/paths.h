// The names of sources as people know them, without the schemes, roots and loaders that bundlers add.
#pragma once

#include <string>
#include <string_view>

namespace symkit::sourcemap {

// Joins sourceRoot and a source's name as ECMA-426 does.
std::string with_root(std::string_view root, std::string_view name);

// Removes what bundlers add: webpack:///./src/a.js?1234 → src/a.js, turbopack:///[project]/a.js → a.js,
// /@fs/home/a.js → /home/a.js, ../../../a.js → a.js, a/./b/../c.js → a/c.js. Other URLs stay as they are.
std::string tidied(std::string_view name);

// A URL without query and fragment: "https://x.org/js/app.js?v=1" → without "?v=1". React Native writes
// queries as "index.bundle//&platform=ios&dev=true", because JavaScriptCore drops real ones.
std::string_view without_query(std::string_view url);
std::string_view base_name(std::string_view path);

// The number of path components that two URLs have in common at the end. 0: not even the file's name.
std::size_t common_suffix(std::string_view a, std::string_view b);

}  // namespace symkit::sourcemap

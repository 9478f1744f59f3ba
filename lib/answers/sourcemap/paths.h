// Names of sources as people know them: bundlers put schemes, roots and loaders in front.
#pragma once

#include <string>
#include <string_view>

namespace symkit::sourcemap {

// sourceRoot and a source's name, put together as ECMA-426 does.
std::string with_root(std::string_view root, std::string_view name);

// Without what bundlers add: webpack:///./src/a.js?1234 → src/a.js, turbopack:///[project]/a.js → a.js,
// /@fs/home/a.js → /home/a.js, ../../../a.js → a.js, a/./b/../c.js → a/c.js. Other URLs stay as they are.
std::string tidied(std::string_view name);

// Both without query and fragment: "https://x.org/js/app.js?v=1" → the URL without "?v=1". For
// JavaScriptCore, which drops queries, React Native writes them as "index.bundle//&platform=ios&dev=true".
std::string_view without_query(std::string_view url);
std::string_view base_name(std::string_view path);

// How many path components two URLs have in common, from the end. 0: not even the file's name.
std::size_t common_suffix(std::string_view a, std::string_view b);

}  // namespace symkit::sourcemap

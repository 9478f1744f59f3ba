// The addresses of scripts as engines print them.
#pragma once

#include <string_view>

namespace symkit::script {

// A URL without query and fragment: "https://x.org/js/app.js?v=1" → without "?v=1". React Native writes
// queries as "index.bundle//&platform=ios&dev=true", because JavaScriptCore drops real ones.
std::string_view without_query(std::string_view url);
std::string_view base_name(std::string_view path);

// Whether this looks like the address of a script: it has a scheme, a folder, or a script's extension.
bool looks_like_script(std::string_view url);

}  // namespace symkit::script

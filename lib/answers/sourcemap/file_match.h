// Whether a frame's URL means a generated file, judged by names alone: the longer their common end, the
// more certain. A different hash in the same place, or a different site, means another file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace symkit::sourcemap {

// Why a map is considered to be a frame's, the most certain first.
enum class Evidence : std::uint8_t {
  DebugId,
  Path,     // more than the file's name is equal: its folder, or a hash in the name
  Name,     // only the file's name is equal
  OnlyMap,  // the only map that was named, which does not record its file
  AnyFile   // the user wants it for every frame
};

// Names of engines and bundlers for code that is in no file: node:fs, webpack-internal:///, <anonymous>,
// native.
bool is_internal(std::string_view url);
// Frames of bytecode do not have the file's name.
bool is_nameless(std::string_view url);

// The number of path components that are equal, from the end; 0: it is another file. `loosely`: a hash
// that only one of the names has is ignored.
std::size_t fit(std::string_view url, std::string_view name, bool loosely);
Evidence evidence_of(std::string_view url, std::size_t fit);

// Whether the URL has a hash in its name and the generated file's name has none.
bool adds_hash(std::string_view url, std::string_view name);

// Whether the file name in a map, "https://a.org/app.js" or "js/app.js", contradicts a URL.
bool contradicts(std::string_view url, std::string_view file);

// Removes a bundler's hash: app.3f2a1b9c.js and app-3f2a1b9c.js → app.js.
std::string without_hash(std::string_view name);

}  // namespace symkit::sourcemap

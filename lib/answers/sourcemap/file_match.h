// Does a frame's URL mean a generated file of this name? Told by the names alone: the longer their common end
// the surer; another hash in the same place, or another site, makes it another file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace symkit::sourcemap {

// Why a map is believed to be a frame's, the surest first.
enum class Evidence : std::uint8_t {
  DebugId,
  Path,     // more than the file's name is the same: its folder, or a hash in the name
  Name,     // the file's name alone
  OnlyMap,  // the one map that was named, which does not say what it is for
  AnyFile   // the user wanted it for every frame
};

// What engines and bundlers call code that is in no file: node:fs, webpack-internal:///, <anonymous>, native.
bool is_internal(std::string_view url);
// Frames of bytecode do not tell their file.
bool is_nameless(std::string_view url);

// How many components of the path are the same, from the end; 0: it is another file. Loosely, a hash that
// only one of the names has does not count.
std::size_t fit(std::string_view url, std::string_view name, bool loosely);
Evidence evidence_of(std::string_view url, std::size_t fit);

// Has the URL a hash in its name, where the generated file's name has none?
bool adds_hash(std::string_view url, std::string_view name);

// Does what a map says of its file, "https://a.org/app.js" or "js/app.js", speak against a URL?
bool contradicts(std::string_view url, std::string_view file);

// Without what a bundler put in for its content: app.3f2a1b9c.js and app-3f2a1b9c.js → app.js.
std::string without_hash(std::string_view name);

}  // namespace symkit::sourcemap

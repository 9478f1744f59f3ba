// Opens what a person or a search names as a map: JSON, an index, or a generated file that names its map.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "answers/sourcemap/map.h"
#include "answers/sourcemap/parsed_map.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "keep/store/shelf_parts.h"

namespace symkit::sourcemap {

// A map with the names that it may be meant by.
struct LoadedMap {
  std::unique_ptr<Map> map;
  std::vector<std::string> names;  // of the generated file: paths or bare names; none: the map makes no claim
  std::string file;                // what the map itself says of it
  bool is_sure_of_name = false;    // the names are not only guessed from the map's own
};

// Whether names of functions are sure to be asked for: then the script beside the map is read at the same
// time.
enum class FunctionScan : std::uint8_t { WhenAsked, AtOnce };

// A script may name any path as its map's. Only one in the script's own folder is opened for that, or in one
// of these `folders`, where maps were to be looked for anyway.
using Folders = std::vector<std::string>;

// Errors name the path and say what is wrong.
Result<LoadedMap> load_map(const std::string& path, FunctionScan scan = FunctionScan::WhenAsked,
                           const Folders& folders = {});

// An index, wherever it is from; errors name the place.
Result<LoadedMap> load_index(io::SharedBlob blob, const std::string& place);
// What a store has under a key: an index, or what leads to its parts, which are read from there.
Result<LoadedMap> load_stored(const io::SharedBlob& blob, store::ForeseenParts& parts, const store::Key& key);

// The same as JSON, for those who prepare an index: never one.
struct JsonMap {
  std::unique_ptr<ParsedMap> map;
  std::vector<std::string> names;
  std::string file;
  bool is_sure_of_name = false;
  std::string_view text;  // of the JSON; the map keeps it alive
};
Result<JsonMap> load_json_map(const std::string& path, FunctionScan scan = FunctionScan::WhenAsked,
                              const Folders& folders = {});

// Does a text begin like a map's JSON?
bool looks_like_json(std::string_view text);

// A script's name by its extension, and a map's by ".map": "app.js.map" is for "app.js".
bool is_script_name(std::string_view name);
// The same of a WebAssembly module: "app.wasm".
bool is_module_name(std::string_view name);
std::string_view without_map_extension(std::string_view path);

}  // namespace symkit::sourcemap

// Opens a file as a map: JSON, an index, or a generated file that refers to its map.
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

// A map, with the names by which it may be found.
struct LoadedMap {
  std::unique_ptr<Map> map;
  std::vector<std::string> names;  // of the generated file: paths or bare names; empty: not recorded
  std::string file;                // the "file" in the map
  bool is_sure_of_name = false;    // the names are not merely guessed from the map's own
};

// AtOnce: names of functions will surely be needed, so the script next to the map is read in parallel.
enum class FunctionScan : std::uint8_t { WhenAsked, AtOnce };

// A script may give any path for its map. It is opened only in the script's own folder, or in one of
// these `folders`, which are searched for maps anyway.
using Folders = std::vector<std::string>;

// Errors name the path and the reason.
Result<LoadedMap> load_map(const std::string& path, FunctionScan scan = FunctionScan::WhenAsked,
                           const Folders& folders = {});

// Opens an index from any place; errors name the place.
Result<LoadedMap> load_index(io::SharedBlob blob, const std::string& place);
// Opens a store's entry: an index, or a manifest whose parts are read from `parts`.
Result<LoadedMap> load_stored(const io::SharedBlob& blob, store::ForeseenParts& parts, const store::Key& key);

// The same for JSON only, for preparing an index.
struct JsonMap {
  std::unique_ptr<ParsedMap> map;
  std::vector<std::string> names;
  std::string file;
  bool is_sure_of_name = false;
  std::string_view text;  // the JSON; kept alive by the map
};
Result<JsonMap> load_json_map(const std::string& path, FunctionScan scan = FunctionScan::WhenAsked,
                              const Folders& folders = {});

// Whether a text begins like a map's JSON.
bool looks_like_json(std::string_view text);

// Whether a name has a script's extension. A map's name has ".map" in addition: "app.js.map" is for
// "app.js".
bool is_script_name(std::string_view name);
// The same for a WebAssembly module: "app.wasm".
bool is_module_name(std::string_view name);
std::string_view without_map_extension(std::string_view path);

}  // namespace symkit::sourcemap

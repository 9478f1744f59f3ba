#include "answers/sourcemap/load.h"

#include <algorithm>
#include <array>
#include <sys/stat.h>

#include "answers/sourcemap/comments.h"
#include "answers/sourcemap/indexed_map.h"
#include "answers/sourcemap/parted_map.h"
#include "answers/sourcemap/paths.h"
#include "ground/base/characters.h"
#include "ground/base/wasm_sections.h"
#include "ground/base/words.h"
#include "ground/io/blob.h"
#include "ground/io/foreign_file.h"
#include "keep/index/envelope.h"
#include "keep/index/part_table.h"

namespace symkit::sourcemap {
namespace {

bool exists(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

// The script next to a map: the same name without ".map".
std::string script_beside(const std::string& path) {
  const std::string plain(without_map_extension(path));
  return plain.size() < path.size() && exists(plain) ? plain : std::string();
}

// The script in the map's folder that its "file" names.
std::string script_named(const std::string& path, const SourceMap& map) {
  const std::string named = folder_of(path) + std::string(base_name(map.file()));
  return !map.file().empty() && is_script_name(named) && exists(named) ? named : std::string();
}

Result<JsonMap> from_json(std::string_view text, std::shared_ptr<const void> owner, const std::string& path,
                          const std::string& script, const Comments& comments, FunctionScan scan) {
  std::string beside = script.empty() ? script_beside(path) : script;
  ParsedMap::About about;
  about.path = path;
  if (!beside.empty() && !is_module_name(beside)) about.script = std::make_shared<Script>(beside);
  if (about.script && scan == FunctionScan::AtOnce) about.script->start();
  auto map = SourceMap::read(text, std::move(owner));
  if (!map) return fail(map.error().within(path));
  if (beside.empty()) beside = script_named(path, *map);
  if (!beside.empty() && !about.script && !is_module_name(beside))
    about.script = std::make_shared<Script>(beside);
  about.debug_id = comments.debug_id;
  JsonMap loaded;
  if (!script.empty()) loaded.names.push_back(script);
  const std::string_view plain = without_map_extension(path);
  if (plain.size() < path.size() && (is_script_name(plain) || is_module_name(plain)))
    loaded.names.emplace_back(plain);
  if (!map->file().empty() && is_script_name(map->file())) loaded.names.push_back(map->file());
  loaded.file = map->file();
  loaded.is_sure_of_name = !beside.empty() || !map->file().empty();
  if (!loaded.names.empty()) about.generated_name = base_name(loaded.names.front());
  const std::string id = plain_debug_id(map->debug_id());
  if (!id.empty() && !comments.debug_id.empty() && id != comments.debug_id)
    return fail(say(path, ": is from another build than ", script, ": their debug ids differ"));
  loaded.text = text;
  loaded.map = std::make_unique<ParsedMap>(std::make_shared<SourceMap>(std::move(*map)), std::move(about));
  return loaded;
}

// Whether a script may refer to the map at `path`: resolved, it is in the script's folder or in one of
// these.
bool is_within_reach(const std::string& path, const std::string& script, const Folders& folders) {
  const auto file = io::ForeignFile::find(path);
  const auto holds = [&](const std::string& folder) { return file->lies_below(folder); };
  return file && file->is_ordinary() && (holds(folder_of(script)) || std::ranges::any_of(folders, holds));
}

// Possible places of a script's map: where its URL leads, or next to the script. A URL that begins with
// "/" is relative to the server's root, which is unknown.
struct MapPlaces {
  std::vector<std::string> paths = {};
  std::string out_of_reach = {};  // an existing map that the script may not refer to
};

MapPlaces places_of_map(std::string_view url, const std::string& script, const Folders& folders) {
  MapPlaces places;
  if (!url.empty()) {
    const std::string plain = percent_decoded(without_query(url));
    const std::string named = folder_of(script) + plain;
    const bool is_relative = plain.find("://") == std::string::npos && !plain.starts_with('/');
    if (is_relative && exists(named) && is_within_reach(named, script, folders)) {
      places.paths.push_back(named);
    } else if (is_relative && exists(named)) {
      places.out_of_reach = named;
    }
    places.paths.push_back(folder_of(script) + std::string(base_name(plain)));
  }
  places.paths.push_back(script + ".map");
  return places;
}

// The map to which a script refers in its last sourceMappingURL (a module in its section of that name),
// or the one next to it.
Result<JsonMap> from_generated(const Comments& comments, const std::string& path, FunctionScan scan,
                               const Folders& folders) {
  if (is_data_url(comments.map_url)) {
    auto json = read_data_url(comments.map_url);
    if (!json) return fail(json.error().within(path));
    auto owner = std::make_shared<std::string>(std::move(*json));
    return from_json(*owner, owner, path, path, comments, scan);
  }
  const MapPlaces places = places_of_map(comments.map_url, path, folders);
  for (const std::string& one : places.paths) {
    if (!exists(one)) continue;
    const auto blob = io::read_blob(one);
    if (!blob) return fail(blob.error());
    const std::string_view json = as_text((*blob)->bytes());
    if (!looks_like_json(json)) return fail(say(one, ": is not a source map, though ", path, " names it"));
    return from_json(json, *blob, one, path, comments, scan);
  }
  if (!places.out_of_reach.empty())
    return fail(say(path, ": names the map ", places.out_of_reach,
                    ", which is outside its folder: give that map instead of this file"));
  if (comments.map_url.empty()) return fail(say(path, ": is not a source map and does not name one"));
  return fail(say(path, ": names the map ", comments.map_url, ", which does not exist"));
}

// Takes the names from those in a prepared map.
template <class Prepared>
LoadedMap with_names(std::unique_ptr<Prepared> map) {
  LoadedMap loaded;
  if (!map->generated_name().empty()) loaded.names = map->generated_names();
  loaded.is_sure_of_name = loaded.names.size() > 1;
  for (const std::string& name : loaded.names)
    if (name.find("://") != std::string::npos) loaded.file = name;
  loaded.map = std::move(map);
  return loaded;
}

}  // namespace

bool looks_like_json(std::string_view text) {
  text = without_byte_order_mark(text);
  if (text.starts_with(")]}'")) return true;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

bool is_script_name(std::string_view name) {
  name = base_name(name);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return name == "bundle";
  constexpr std::array extensions = {"js", "mjs", "cjs", "jsx", "bundle", "jsbundle", "hbc", "html"};
  return std::ranges::find(extensions, name.substr(dot + 1)) != extensions.end();
}

bool is_module_name(std::string_view name) { return name.ends_with(".wasm"); }

std::string_view without_map_extension(std::string_view path) {
  for (const std::string_view packed : {".gz", ".zst", ".xz", ".bz2"})
    if (path.ends_with(packed)) path.remove_suffix(packed.size());
  if (path.ends_with(".map")) path.remove_suffix(4);
  return path;
}

Result<JsonMap> load_json_map(const std::string& path, FunctionScan scan, const Folders& folders) {
  const auto blob = io::read_blob(path);
  if (!blob) return fail(blob.error());
  const std::string_view text = as_text((*blob)->bytes());
  if (looks_like_json(text)) return from_json(text, *blob, path, {}, {}, scan);
  if (text.empty()) return fail(say(path, ": is empty"));
  const Bytes bytes = (*blob)->bytes();
  return from_generated(is_wasm(bytes) ? read_module(bytes) : read_comments(text), path, scan, folders);
}

Result<LoadedMap> load_index(io::SharedBlob blob, const std::string& place) {
  auto indexed = IndexedMap::open(std::move(blob), place);
  if (!indexed) return fail(indexed.error().within(place));
  return with_names(std::move(*indexed));
}

Result<LoadedMap> load_stored(const io::SharedBlob& blob, store::ForeseenParts& parts,
                              const store::Key& key) {
  const std::string place = parts.shelf().place_of(key);
  if (!index::leads_to_parts(blob->bytes())) return load_index(blob, place);
  auto parted = PartedMap::open(blob->bytes(), std::make_shared<store::ShelfParts>(parts, key), place);
  if (!parted) return fail(parted.error().within(place));
  return with_names(std::move(*parted));
}

Result<LoadedMap> load_map(const std::string& path, FunctionScan scan, const Folders& folders) {
  auto blob = io::read_blob(path);
  if (!blob) return fail(blob.error());
  if (index::looks_like_index((*blob)->bytes())) return load_index(std::move(*blob), path);
  LoadedMap loaded;
  auto json = load_json_map(path, scan, folders);
  if (!json) return fail(json.error());
  loaded.names = std::move(json->names);
  loaded.file = std::move(json->file);
  loaded.is_sure_of_name = json->is_sure_of_name;
  loaded.map = std::move(json->map);
  return loaded;
}

}  // namespace symkit::sourcemap

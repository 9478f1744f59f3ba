#include "intake/source_maps.h"

#include <array>
#include <fcntl.h>
#include <unistd.h>

#include "base/words.h"
#include "index/envelope.h"
#include "io/mapped_file.h"
#include "sourcemap/comments.h"
#include "sourcemap/index_writer.h"
#include "sourcemap/indexed_map.h"
#include "sourcemap/load.h"
#include "sourcemap/paths.h"

namespace symkit::intake {
namespace {

bool begins_like_json(const std::string& path) {
  std::array<char, 16> beginning{};
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  const ssize_t size = ::pread(file, beginning.data(), beginning.size(), 0);
  ::close(file);
  std::string_view text(beginning.data(), size < 0 ? 0 : static_cast<std::size_t>(size));
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return text.starts_with(")]}'") || (first != std::string_view::npos && text[first] == '{');
}

// What an index is of: the map, and the script whose functions name its frames.
std::uint64_t stamp_of(const sourcemap::JsonMap& loaded, const Options& options) {
  std::uint64_t stamp = index::checksum_of(as_bytes(loaded.text));
  if (loaded.map->script() != nullptr)
    if (const auto script = io::MappedFile::open(loaded.map->script()->path()))
      stamp = stamp * 31 + index::checksum_of(script->bytes());
  return options.leave_out_sources ? stamp ^ 1 : stamp;
}

ImageId id_of(const sourcemap::JsonMap& loaded, const Options& options) {
  if (const auto id = ImageId::parse(sourcemap::plain_debug_id(loaded.map->debug_id()))) return *id;
  return options.id.empty() ? index::content_id(as_bytes(loaded.text)) : options.id;
}

Indexed describe(const std::string& path, const sourcemap::JsonMap& loaded, const Options& options) {
  Indexed indexed;
  indexed.kind = store::source_map;
  indexed.id = id_of(loaded, options);
  indexed.name = sourcemap::base_name(loaded.names.empty() ? path : loaded.names.front());
  return indexed;
}

std::optional<std::uint64_t> stamp_of_stored_map(const std::string& path) {
  const auto file = io::MappedFile::open(path);
  if (!file) return std::nullopt;
  const auto map = sourcemap::IndexedMap::open(file->bytes(), nullptr, path);
  if (!map) return std::nullopt;
  return (*map)->source_stamp();
}

Result<std::vector<std::uint8_t>> prepare(const sourcemap::JsonMap& loaded, const Indexed& about,
                                          const Options& options) {
  options.watch.began(about.name, loaded.text.size());
  sourcemap::IndexDescription description;
  description.id = about.id;
  description.source_stamp = stamp_of(loaded, options);
  description.generated_names = loaded.names;
  description.with_contents = !options.leave_out_sources;
  auto bytes = sourcemap::write_index(*loaded.map, description);
  options.watch.advanced(loaded.text.size());
  return bytes;
}

}  // namespace

bool is_named_like_source_map(const std::string& path) {
  const std::string_view plain = sourcemap::without_map_extension(path);
  return plain.size() < path.size() && path.find(".map") != std::string::npos &&
         sourcemap::is_script_name(plain) && begins_like_json(path);
}

bool is_source_map(const std::string& path) {
  const std::string_view plain = sourcemap::without_map_extension(path);
  const bool is_named_map = plain.size() < path.size() && path.find(".map") != std::string::npos;
  return is_named_map || sourcemap::is_script_name(path) || begins_like_json(path);
}

Result<std::vector<Indexed>> index_source_map(const std::string& path, const store::Store& store,
                                              const Options& options) {
  const auto loaded = sourcemap::load_json_map(path);
  if (!loaded && options.leave_out_unusable) {
    options.watch.warn(loaded.error().message + "; left out");
    return std::vector<Indexed>();
  }
  if (!loaded) return fail(loaded.error());
  Indexed indexed = describe(path, *loaded, options);
  indexed.path = store.path_of(indexed.id, store::source_map);
  if (!options.force && stamp_of_stored_map(indexed.path) == stamp_of(*loaded, options))
    return std::vector{indexed};
  const auto bytes = prepare(*loaded, indexed, options);
  if (!bytes) return fail(bytes.error());
  const std::array parts = {Bytes(*bytes)};
  const auto stored = store.put(indexed.id, store::source_map, parts);
  if (!stored) return fail(stored.error());
  indexed.prepared = true;
  return std::vector{indexed};
}

Result<std::vector<std::uint8_t>> source_map_bytes(const std::string& path, const Options& options,
                                                   Indexed& about) {
  const auto loaded = sourcemap::load_json_map(path);
  if (!loaded) return fail(loaded.error());
  about = describe(path, *loaded, options);
  about.prepared = true;
  return prepare(*loaded, about, options);
}

}  // namespace symkit::intake

// JavaScript source maps, named directly or by the script that refers to them.
#include "answers/sourcemap/comments.h"
#include "answers/sourcemap/index_writer.h"
#include "answers/sourcemap/indexed_map.h"
#include "answers/sourcemap/load.h"
#include "answers/sourcemap/paths.h"
#include "find/intake/input_kind.h"
#include "ground/io/mapped_file.h"
#include "keep/index/envelope.h"
#include "keep/index/fingerprint.h"
#include "keep/index/part_table.h"

namespace symkit::intake {
namespace {

ImageId id_of_map(const sourcemap::JsonMap& loaded, const index::Fingerprint& text, const Options& options) {
  if (const auto id = ImageId::parse(sourcemap::plain_debug_id(loaded.map->debug_id()))) return *id;
  return options.id.empty() ? text.id : options.id;
}

Indexed about_map(const std::string& path, const sourcemap::JsonMap& loaded, const index::Fingerprint& text,
                  const Options& options) {
  Indexed about;
  about.kind = index::Kind::SourceMap;
  about.id = id_of_map(loaded, text, options);
  about.name = sourcemap::base_name(loaded.names.empty() ? path : loaded.names.front());
  return about;
}

class PreparableSourceMap final : public Preparable {
 public:
  PreparableSourceMap(const std::string& path, sourcemap::JsonMap loaded, const index::Fingerprint& text,
                      const Options& options)
      : Preparable(about_map(path, loaded, text, options)),
        loaded_(std::move(loaded)),
        checksum_(text.checksum),
        options_(options) {}

  // Of the map and of its script, whose functions name the frames.
  std::uint64_t stamp() const override {
    std::uint64_t stamp = checksum_;
    if (loaded_.map->script() != nullptr)
      if (const auto script = io::MappedFile::open(loaded_.map->script()->path()))
        stamp = stamp * 31 + index::checksum_of(script->bytes());
    return options_.leave_out_sources ? stamp ^ 1 : stamp;
  }

  bool can_use(const io::SharedBlob& stored) const override {
    return index::leads_to_parts(stored->bytes()) ||
           sourcemap::IndexedMap::open(stored, about().name).has_value();
  }

  Result<std::vector<std::uint8_t>> prepare(const ImageId& id) override {
    options_.watch.began(about().name, loaded_.text.size());
    sourcemap::IndexDescription description;
    description.id = id;
    description.source_stamp = stamp();
    description.generated_names = loaded_.names;
    description.with_contents = !options_.leave_out_sources;
    auto bytes = sourcemap::write_index(*loaded_.map, description);
    options_.watch.advanced(loaded_.text.size());
    return bytes;
  }

 private:
  sourcemap::JsonMap loaded_;
  std::uint64_t checksum_;  // of the script's text
  const Options& options_;
};

Result<Preparables> open_source_map(const std::string& path, const Options& options) {
  auto loaded = sourcemap::load_json_map(path);
  if (!loaded && !options.leave_out_unusable) return fail(loaded.error());
  Preparables all;
  if (!loaded) {
    options.watch.warn(loaded.error().message + "; skipped");
  } else {
    const index::Fingerprint text = index::fingerprint_of(as_bytes(loaded->text));
    all.push_back(std::make_unique<PreparableSourceMap>(path, std::move(*loaded), text, options));
  }
  return all;
}

bool begins_like_map(const io::Beginning& beginning) {
  return sourcemap::looks_like_json(as_text(beginning.bytes()));
}

bool is_named_map(const std::string& path) {
  return sourcemap::without_map_extension(path).size() < path.size() && path.contains(".map");
}

// By its name or its beginning; or a script, which may refer to one.
bool is_source_map(const std::string& path, io::Beginning& beginning) {
  return is_named_map(path) || sourcemap::is_script_name(path) || begins_like_map(beginning);
}

// Most scripts and JSON files in a folder are unrelated, so only the *.map file of a script or a module
// is accepted.
bool is_source_map_of_code(const std::string& path, io::Beginning& beginning) {
  const std::string_view code = sourcemap::without_map_extension(path);
  const bool is_of_code = sourcemap::is_script_name(code) || sourcemap::is_module_name(code);
  return is_named_map(path) && is_of_code && begins_like_map(beginning);
}

}  // namespace

InputKind source_maps() {
  return {.called = "source map",
          .is_one = is_source_map,
          .is_one_in_folder = is_source_map_of_code,
          .open = open_source_map};
}

}  // namespace symkit::intake

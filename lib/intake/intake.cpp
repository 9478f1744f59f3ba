#include "intake/intake.h"

#include <algorithm>
#include <array>

#include "base/words.h"
#include "index/native_index.h"
#include "intake/mappings.h"
#include "intake/source_maps.h"
#include "io/mapped_file.h"
#include "symbols/prepare.h"

namespace symkit::intake {
namespace {

std::string architectures_of(const container::File& file) {
  std::string names;
  for (const auto& image : file.images())
    names += say(names.empty() ? "" : ", ", name_of(image->architecture()));
  return names;
}

Result<std::vector<const container::Image*>> chosen_images(const container::File& file,
                                                           const Options& options) {
  std::vector<const container::Image*> exact, variants;
  for (const auto& image : file.images()) {
    if (!options.architecture || image->architecture() == *options.architecture) {
      exact.push_back(image.get());
    } else if (is_variant(*options.architecture, image->architecture())) {
      variants.push_back(image.get());
    }
  }
  if (!exact.empty()) return exact;
  if (!variants.empty()) return variants;
  return fail(say(file.path(), ": no image for ", name_of(*options.architecture), "; it has ",
                  architectures_of(file)));
}

Result<ImageId> id_of(const container::File& file, const container::Image& image, const Options& options) {
  if (image.id()) return *image.id();
  if (!options.id.empty()) return options.id;
  if (!options.id_from_content)
    return fail(
        say(file.path(), ": carries no build id or UUID; give it one with --id, or write its index with -o"));
  const auto bytes = io::MappedFile::open(file.path());
  if (!bytes) return fail(bytes.error());
  return index::content_id(bytes->bytes());
}

// How much an index knows: lines count before functions, functions before knowing what is missing, and that
// before bare symbols.
using Richness = std::array<std::uint64_t, 4>;
Richness richness(const index::NativeIndex& index) {
  const index::NativeCounts& counts = index.counts();
  return {counts.with_lines, counts.by_source[static_cast<std::size_t>(index::Source::DebugInfo)],
          index.split().units, counts.functions};
}

struct Stored {
  std::uint64_t stamp = 0;
  Richness richness{};
};

// What the store's index for an id was made from. Nothing where it cannot be read: it is made again.
std::optional<Stored> stored_index(const std::string& path) {
  const auto file = io::MappedFile::open(path);
  if (!file) return std::nullopt;
  const auto index = index::NativeIndex::open(file->bytes());
  if (!index) return std::nullopt;
  return Stored{index->source_stamp(), richness(*index)};
}

Result<std::vector<std::uint8_t>> prepare(const container::File& file, const container::Image& image,
                                          const ImageId& id, const Options& options) {
  symbols::PrepareOptions how;
  how.jobs = options.jobs;
  how.id = id;
  how.image_name = options.name.empty() ? file.name() : options.name;
  how.warn = [&](const std::string& message) { options.watch.warn(say(file.path(), ": ", message)); };
  how.advanced = options.watch.advanced;
  how.release_pages = [&file](std::size_t part, std::size_t parts) { file.release_pages(part, parts); };
  options.watch.began(how.image_name, symbols::debug_bytes(image));
  auto bytes = symbols::prepare(image, how);
  if (!bytes) return fail(bytes.error().within(file.path()));
  return bytes;
}

Error nothing_in(const container::File& file) {
  return {say(file.path(), ": holds no function: neither debug information nor symbols of code")};
}

// Nothing for an image that is left out.
Result<std::optional<Indexed>> index_image(const container::File& file, const container::Image& image,
                                           const store::Store& store, const Options& options) {
  if (options.leave_out_unusable && !image.id()) return std::nullopt;
  const auto id = id_of(file, image, options);
  if (!id) return fail(id.error());
  Indexed indexed{*id, image.architecture(), file.name(), store.path_of(*id, store::native)};
  const auto stored = stored_index(indexed.path);
  if (stored && stored->stamp == symbols::source_stamp(image) && !options.force) return indexed;
  auto bytes = prepare(file, image, *id, options);
  if (!bytes) return fail(bytes.error());
  if (bytes->empty() && options.leave_out_unusable) return std::nullopt;
  if (bytes->empty()) return fail(nothing_in(file));
  // A stripped copy must not drive out the index of the file that has it all.
  const auto made = index::NativeIndex::open(*bytes);
  if (stored && !options.force && made && richness(*made) < stored->richness) return indexed;
  const std::array parts = {Bytes(*bytes)};
  const auto path = store.put(*id, store::native, parts);
  indexed.prepared = true;
  if (!path && !options.keep_unstored) return fail(path.error());
  if (!path) {
    if (!store.folder().empty()) options.watch.warn(say(path.error().message, "; the index is not kept"));
    indexed.unstored = std::move(*bytes);
  }
  return indexed;
}

}  // namespace

Result<std::vector<Indexed>> index_file(const std::string& path, const store::Store& store,
                                        const Options& options) {
  if (is_mapping(path)) return index_mapping(path, store, options);
  if (is_source_map(path)) return index_source_map(path, store, options);
  const auto file = container::open_file(path);
  if (!file) return fail(file.error());
  const auto images = chosen_images(**file, options);
  if (!images) return fail(images.error());
  std::vector<Indexed> all;
  for (const container::Image* image : *images) {
    auto indexed = index_image(**file, *image, store, options);
    if (!indexed) return fail(indexed.error());
    if (*indexed) all.push_back(std::move(**indexed));
  }
  return all;
}

Result<std::vector<std::uint8_t>> index_bytes(const std::string& path, const Options& options,
                                              Indexed& about) {
  if (is_mapping(path)) return mapping_bytes(path, options, about);
  if (is_source_map(path)) return source_map_bytes(path, options, about);
  const auto file = container::open_file(path);
  if (!file) return fail(file.error());
  const auto images = chosen_images(**file, options);
  if (!images) return fail(images.error());
  if (images->size() > 1)
    return fail(say(path, ": holds several images (", architectures_of(**file), "); pick one with --arch"));
  const container::Image& image = *images->front();
  const ImageId id = image.id().value_or(options.id);
  about = {id, image.architecture(), (*file)->name(), {}, true};
  auto bytes = prepare(**file, image, id, options);
  if (bytes && bytes->empty()) return fail(nothing_in(**file));
  return bytes;
}

}  // namespace symkit::intake

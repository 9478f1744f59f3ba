#include "symlookup/images.h"

#include <array>
#include <cstdio>

#include "base/words.h"
#include "common/store_path.h"
#include "common/watch.h"
#include "intake/intake.h"
#include "io/workers.h"
#include "text/progress.h"

namespace symkit::symlookup {
namespace {

bool is_index(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rbe");
  if (file == nullptr) return false;
  std::array<std::uint8_t, 4> beginning{};
  const std::size_t size = std::fread(beginning.data(), 1, beginning.size(), file);
  std::fclose(file);
  return index::looks_like_index(Bytes(beginning).first(size));
}

using Opened = Result<std::unique_ptr<symbolize::NativeImage>>;

Opened open_index(const std::string& path, const Options& options) {
  auto image = symbolize::NativeImage::open(path);
  if (!image) return image;
  const Architecture architecture = (*image)->index().architecture();
  if (options.architecture && architecture != *options.architecture)
    return fail(
        say(path, ": is an index for ", name_of(architecture), ", not for ", name_of(*options.architecture)));
  return image;
}

Opened open_image(const std::string& file, const store::Store& store, const intake::Options& how) {
  auto indexed = intake::index_file(file, store, how);
  if (!indexed) return fail(indexed.error());
  if (indexed->size() > 1) {
    std::string names;
    for (const intake::Indexed& one : *indexed)
      names += say(names.empty() ? "" : ", ", name_of(one.architecture));
    return fail(say(file, ": holds several images (", names, "); pick one with -arch"));
  }
  intake::Indexed& only = indexed->front();
  if (!only.unstored.empty()) return symbolize::NativeImage::of_bytes(std::move(only.unstored));
  return symbolize::NativeImage::open(only.path);
}

}  // namespace

intake::Options how_to_index(text::Progress& progress, tools::Console& console) {
  intake::Options how;
  how.jobs = io::default_jobs();
  how.id_from_content = true;
  how.keep_unstored = true;
  how.watch = tools::watch_with(progress, console);
  return how;
}

symbolize::Dialect dialect_of(Format format) {
  return format == Format::Llvm ? symbolize::Dialect::Llvm : symbolize::Dialect::Atos;
}

symbolize::Names names_of(const Options& options) {
  return options.mangled_names ? symbolize::Names::Mangled : symbolize::Names::Readable;
}

Result<std::vector<std::unique_ptr<Image>>> open_images(const Options& options, tools::Console& console) {
  const auto dialect = dialect_of(options.format);
  const auto names = names_of(options);
  text::Progress progress(text::ProgressMode::Auto);
  intake::Options how = how_to_index(progress, console);
  how.architecture = options.architecture;
  std::vector<std::unique_ptr<Image>> images;
  const auto add = [&](Opened image) -> Result<void> {
    if (!image) return fail(image.error());
    images.push_back(std::make_unique<Image>(std::move(*image), dialect, names));
    return {};
  };
  for (const std::string& object : options.objects) {
    if (is_index(object)) {
      if (const auto added = add(open_index(object, options)); !added) return fail(added.error());
      continue;
    }
    const auto folder = tools::store_path(options.store);
    if (!folder) return fail(folder.error());
    const auto found = intake::files_behind(object);
    if (!found) return fail(found.error());
    for (const std::string& file : found->files)
      if (const auto added = add(open_image(file, store::Store(*folder), how)); !added)
        return fail(added.error());
  }
  return images;
}

}  // namespace symkit::symlookup

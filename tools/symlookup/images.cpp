#include "symlookup/images.h"

#include <array>
#include <cstdio>

#include "base/words.h"
#include "common/store_path.h"
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

// Where the indexes of one -o are: its own path, or those in the store.
Result<std::vector<std::string>> indexes_of(const std::string& path, const Options& options,
                                            tools::Console& console) {
  if (is_index(path)) return std::vector{path};
  const auto folder = tools::store_path(options.store);
  if (!folder) return fail(folder.error());
  const auto found = intake::files_behind(path);
  if (!found) return fail(found.error());
  text::Progress progress(text::ProgressMode::Auto);
  intake::Options how;
  how.jobs = io::default_jobs();
  how.architecture = options.architecture;
  how.id_from_content = true;
  how.watch.warn = [&](std::string message) {
    progress.erase();
    console.warning(message);
  };
  how.watch.began = [&](const std::string& name, std::uint64_t bytes) { progress.begin(name, bytes); };
  how.watch.advanced = [&](std::uint64_t bytes) { progress.advance(bytes); };
  std::vector<std::string> indexes;
  for (const std::string& file : found->files) {
    const auto indexed = intake::index_file(file, store::Store(*folder), how);
    if (!indexed) return fail(indexed.error());
    if (indexed->size() > 1) {
      std::string names;
      for (const intake::Indexed& one : *indexed)
        names += say(names.empty() ? "" : ", ", name_of(one.architecture));
      return fail(say(file, ": holds several images (", names, "); pick one with -arch"));
    }
    indexes.push_back(indexed->front().path);
  }
  return indexes;
}

}  // namespace

Result<std::vector<std::unique_ptr<Image>>> open_images(const Options& options, tools::Console& console) {
  const auto dialect = options.format == Format::Llvm ? symbolize::Dialect::Llvm : symbolize::Dialect::Atos;
  std::vector<std::unique_ptr<Image>> images;
  for (const std::string& object : options.objects) {
    const auto indexes = indexes_of(object, options, console);
    if (!indexes) return fail(indexes.error());
    for (const std::string& path : *indexes) {
      auto image = symbolize::NativeImage::open(path);
      if (!image) return fail(image.error());
      const Architecture architecture = (*image)->index().architecture();
      if (options.architecture && is_index(object) && architecture != *options.architecture)
        return fail(say(path, ": is an index for ", name_of(architecture), ", not for ",
                        name_of(*options.architecture)));
      images.push_back(std::make_unique<Image>(std::move(*image), dialect));
    }
  }
  return images;
}

}  // namespace symkit::symlookup

#include "symlookup/images.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/words.h"
#include "common/store_path.h"
#include "common/watch.h"
#include "container/open.h"
#include "intake/intake.h"
#include "io/beginning.h"
#include "io/workers.h"
#include "locate/debug_file.h"
#include "print/progress.h"
#include "symbolize/frame_place.h"
#include "symlookup/asked.h"

namespace symkit::symlookup {
namespace {

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

// Of a stripped image its debug file, where that is at hand.
struct Origin {
  std::string file;                                // to index
  std::string name = {};                           // of the image, where the file's own is another
  std::optional<locate::Candidate> stripped = {};  // the image, where no debug file of it is at hand
};

Origin origin_of(const std::string& file, const std::optional<Architecture>& architecture) {
  for (locate::Candidate& image : locate::candidates_in_file(file)) {
    if (image.debug_bytes != 0 || (architecture && image.architecture != *architecture)) continue;
    if (const auto debug = locate::debug_file_of(image, locate::system_debug_folder))
      return {.file = debug->path, .name = image.name};
    return {.file = file, .stripped = std::move(image)};
  }
  return {.file = file};
}

// What to do about an image that cannot be used.
std::string advice_for(const Origin& origin) {
  if (!origin.stripped) return {};
  const locate::Candidate& image = *origin.stripped;
  if (const auto linked = locate::linked_file(image, locate::system_debug_folder); !linked.path.empty())
    return say("; ", linked.path,
               linked.fits ? " has no debug information either" : " is broken or of another build");
  if (!image.debug_link.empty())
    return say("; its debug file ", image.debug_link,
               " is neither beside it, nor in .debug there, nor below ", locate::system_debug_folder);
  return image.id.empty() ? "" : say("; find the debug file with build id ", image.id.hex());
}

Opened open_image(const std::string& file, store::Shelf& store, const intake::Options& how_to) {
  const Origin origin = origin_of(file, how_to.architecture);
  intake::Options how = how_to;
  how.name = origin.name;
  if (origin.file != file) how.beside = file;
  auto indexed = intake::index_file(origin.file, store, how);
  if (!indexed) return fail(indexed.error().message + advice_for(origin));
  if (indexed->size() > 1) {
    std::string names;
    for (const intake::Indexed& one : *indexed)
      names += say(names.empty() ? "" : ", ", name_of(one.architecture));
    return fail(say(file, ": holds several images (", names, "); pick one with -arch"));
  }
  const intake::Indexed& only = indexed->front();
  if (only.kind != index::Kind::Native)
    return fail(say(file, ": is a ",
                    only.kind == index::Kind::Mapping ? "mapping, which retrace reads"
                                                      : "source map, which smapresolve reads",
                    ", and no image"));
  auto blob = intake::blob_of(only, store);
  auto image = blob ? symbolize::NativeImage::open(std::move(*blob), only.path) : fail(blob.error());
  if (image && !origin.name.empty()) (*image)->set_name(origin.name);
  if (image && only.counts_from_load) (*image)->forget_text_base();
  return image;
}

// Of files of one image the richest: an .xcarchive has the program and its dSYM.
void leave_out_poorer(std::vector<locate::Candidate>& images) {
  std::erase_if(images, [&](const locate::Candidate& poorer) {
    return std::ranges::any_of(images, [&](const locate::Candidate& other) {
      return !poorer.id.empty() && poorer.id == other.id && poorer.debug_bytes < other.debug_bytes;
    });
  });
}

std::vector<std::string> files_with_images(const std::vector<std::string>& files, const Options& options) {
  std::vector<locate::Candidate> images;
  for (const std::string& file : files)
    for (locate::Candidate& image : locate::candidates_in_file(file))
      if (!options.architecture || image.architecture == *options.architecture)
        images.push_back(std::move(image));
  leave_out_poorer(images);
  std::vector<std::string> named;
  for (const locate::Candidate& image : images)
    if (named.empty() || named.back() != image.path) named.push_back(image.path);
  return named;
}

// An address is of one image: where a folder or an archive has several, whose answer that is would be chance.
// A log names its images, so that an archive may have as many as it likes.
Result<std::vector<std::string>> files_of(const std::string& object, const Options& options,
                                          const WarningSink& warn) {
  auto found = intake::files_behind(object);
  if (!found) return fail(found.error());
  for (const std::string& stray : found->passed_over) warn(stray);
  if (!found->walked) return std::move(found->files);
  std::vector<std::string> files = files_with_images(found->files, options);
  const bool archive = container::is_archive(object);
  const std::string_view what = archive ? "an archive" : "a folder";
  if (files.empty() && options.architecture)
    return fail(say(object, ": is ", what, " without an image for ", name_of(*options.architecture)));
  if (files.empty())
    return fail(
        say(object, ": is ", what, " without an image (ELF, Mach-O, PE, PDB, WebAssembly); -o takes one"));
  if (files.size() > 1 && options.asks_addresses())
    return fail(say(object, ": is ", what, " with ", files.size(),
                    " images, and an address is of one of them: name it, as in -o ", files.front()));
  if (files.size() > 1 && archive) files.clear();
  if (files.size() > 1)
    return fail(say(object, ": is a folder with ", files.size(), " images; --symbols ", object,
                    " looks there for those that the log names"));
  return files;
}

}  // namespace

intake::Options how_to_index(const Options& options, print::Progress& progress, tools::Console& console) {
  intake::Options how;
  how.jobs = io::default_jobs();
  how.id_from_content = true;
  how.keep_unstored = true;
  how.companions = {.folders = options.symbols, .path_maps = options.prefix_maps};
  how.watch = tools::watch_with(progress, console);
  return how;
}

namespace {

std::vector<ImageOffset> offsets_asked(const Options& options, FileAddress text_base,
                                       Architecture architecture) {
  std::vector<ImageOffset> offsets;
  for (const std::uint64_t address : all_asked(options))
    if (const auto offset = offset_of(address, options, text_base, architecture)) offsets.push_back(*offset);
  return offsets;
}

}  // namespace

std::optional<ImageOffset> offset_of(std::uint64_t address, const Options& options, FileAddress text_base,
                                     Architecture architecture) {
  if (options.addresses_are_offsets) return ImageOffset{address};
  const auto slide = symbolize::slide_of(options.load_address, options.slide, text_base);
  return symbolize::offset_of({address}, slide.value_or(Slide{}), text_base, architecture);
}

symbolize::Dialect dialect_of(Format format) {
  return format == Format::Llvm ? symbolize::Dialect::Llvm : symbolize::Dialect::Atos;
}

symbolize::NameStyle name_style_of(const Options& options) {
  return options.mangled_names ? symbolize::NameStyle::Mangled : symbolize::NameStyle::Readable;
}

Result<std::vector<std::unique_ptr<Image>>> open_images(const Options& options, tools::Console& console) {
  print::Progress progress(options.progress);
  intake::Options how = how_to_index(options, progress, console);
  how.architecture = options.architecture;
  how.asked = [&options](FileAddress text_base, Architecture architecture) {
    return offsets_asked(options, text_base, architecture);
  };
  std::vector<std::unique_ptr<Image>> images;
  const auto add = [&](Opened image) -> Result<void> {
    if (!image) return fail(image.error());
    images.push_back(
        std::make_unique<Image>(std::move(*image), dialect_of(options.format), name_style_of(options)));
    return {};
  };
  for (const std::string& object : options.objects) {
    if (index::looks_like_index(io::Beginning(object).bytes())) {
      if (const auto added = add(open_index(object, options)); !added) return fail(added.error());
      continue;
    }
    const auto stores = tools::stores(options.stores, console);
    if (!stores) return fail(stores.error());
    const auto store = store::open_shelf(*stores);
    const auto files = files_of(object, options, how.watch.warn);
    if (!files) return fail(files.error());
    for (const std::string& file : *files)
      if (const auto added = add(open_image(file, *store, how)); !added) return fail(added.error());
  }
  return images;
}

}  // namespace symkit::symlookup

#include "symlookup/images.h"

#include <algorithm>

#include "answers/symbolize/frame_offset.h"
#include "common/object_file.h"
#include "common/store_path.h"
#include "common/watch.h"
#include "files/container/open.h"
#include "find/locate/candidates.h"
#include "ground/base/words.h"
#include "ground/io/workers.h"

namespace symkit::symlookup {
namespace {

// Keeps the richest of several files of one image: an .xcarchive has the program and its dSYM.
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

// An address is in one image: with several images in a folder or an archive the answer would be
// arbitrary. A log names its images, so an archive for it may have any number.
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
    return fail(say(object, ": is ", what, " without an image (ELF, Mach-O, PE, PDB, WebAssembly)"));
  if (files.size() > 1 && options.asks_addresses())
    return fail(say(object, ": is ", what, " with ", files.size(),
                    " images; name the one that the addresses belong to, such as -o ", files.front()));
  if (files.size() > 1 && archive) files.clear();
  if (files.size() > 1)
    return fail(say(object, ": is a folder with ", files.size(), " images; use --symbols ", object,
                    " to find those that the log names"));
  return files;
}

}  // namespace

Image::Image(std::shared_ptr<const symbolize::OpenImage> image, std::string path,
             std::shared_ptr<store::Shelf> store, symbolize::Dialect dialect, symbolize::NameStyle names,
             symbolize::Keep keep)
    : store_(std::move(store)),
      image_(std::move(image)),
      path_(std::move(path)),
      dialect_(dialect),
      names_(names) {
  if (const index::NativeIndex* whole = image_->whole()) texts_.emplace(*whole, dialect, names, keep);
}

intake::Options how_to_index(const Options& options, print::Progress& progress, tools::Console& console) {
  intake::Options how;
  how.jobs = io::default_jobs();
  how.id_from_content = true;
  how.keep_unstored = true;
  how.variables = options.data;
  how.companions = {.folders = options.symbols, .path_maps = options.prefix_maps};
  how.watch = tools::watch_with(progress, console);
  how.preparing = options.preparing;
  how.questions = options.addresses.size();
  return how;
}

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

std::size_t folded_names_wanted(const Options& options) {
  const bool wants_all = options.format == Format::Json || options.folded == symbolize::FoldedNames::All;
  return wants_all ? symbolize::FoldedSet::most_names : symbolize::FoldedSet::few_names;
}

namespace {

// Needed only for an object that is not an index already: a cold lookup saves its cost.
class Indexer {
 public:
  Indexer(const Options& options, print::Progress& progress, tools::Console& console)
      : options_(options), console_(console), how_(how_to_index(options, progress, console)) {
    how_.architecture = options.architecture;
  }

  template <class Add>
  Result<void> open(const std::string& object, Add add) {
    const auto stores = tools::stores(options_.stores, console_);
    if (!stores) return fail(stores.error());
    const std::shared_ptr<store::Shelf> store = store::open_shelf(*stores);
    const auto files = files_of(object, options_, how_.watch.warn);
    if (!files) return fail(files.error());
    for (const std::string& file : *files)
      if (auto added = add(tools::open_object(file, *store, how_, !store->is_far()), file, store); !added)
        return added;
    return {};
  }

 private:
  const Options& options_;
  tools::Console& console_;
  intake::Options how_;
};

constexpr std::size_t few_addresses = 4;

symbolize::Keep keep_of(const Options& options) {
  const std::size_t count = options.addresses.size();
  const bool are_few = count != 0 && count <= few_addresses && options.address_file.empty();
  return are_few ? symbolize::Keep::Nothing : symbolize::Keep::Texts;
}

}  // namespace

Result<std::vector<std::unique_ptr<Image>>> open_images(const Options& options, print::Progress& progress,
                                                        tools::Console& console) {
  std::vector<std::unique_ptr<Image>> images;
  const auto add = [&](tools::OpenedObject opened, const std::string& path = {},
                       std::shared_ptr<store::Shelf> store = {}) -> Result<void> {
    if (!opened) return fail(opened.error());
    images.push_back(std::make_unique<Image>(std::move(opened->image), path, std::move(store),
                                             dialect_of(options.format), name_style_of(options),
                                             keep_of(options)));
    return {};
  };
  std::optional<Indexer> indexer;
  for (const std::string& object : options.objects) {
    Result<void> added;
    if (auto index = tools::index_in(object)) {
      added = add(tools::open_index(std::move(index), object, options.architecture));
    } else {
      if (!indexer) indexer.emplace(options, progress, console);
      added = indexer->open(object, add);
    }
    if (!added) return fail(added.error());
  }
  return images;
}

}  // namespace symkit::symlookup

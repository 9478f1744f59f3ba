#include "common/object_file.h"

#include "find/locate/candidates.h"
#include "find/locate/debug_file.h"
#include "ground/base/words.h"
#include "keep/index/envelope.h"

namespace symkit::tools {
namespace {

// For a stripped image its debug file, if that is available.
struct Origin {
  std::string file;                                // the file to index
  std::string name = {};                           // of the image, if the file's own name differs
  std::optional<locate::Candidate> stripped = {};  // the image, if no debug file of it is available
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

// What to do about an unusable image.
std::string advice_for(const Origin& origin) {
  if (!origin.stripped) return {};
  const locate::Candidate& image = *origin.stripped;
  if (const auto linked = locate::linked_file(image, locate::system_debug_folder); !linked.path.empty())
    return say("; ", linked.path,
               linked.fits ? " has no debug information either" : " is broken or from another build");
  if (!image.debug_link.empty())
    return say("; its debug file ", image.debug_link,
               " is neither next to it, nor in .debug there, nor below ", locate::system_debug_folder);
  return image.id.empty() ? "" : say("; find the debug file with build id ", image.id.hex());
}

}  // namespace

io::SharedBlob index_in(const std::string& file) {
  auto blob = io::map_blob(file);
  return blob && index::looks_like_index((*blob)->bytes()) ? std::move(*blob) : nullptr;
}

OpenedObject open_index(io::SharedBlob index, const std::string& path,
                        const std::optional<Architecture>& asked) {
  auto image = symbolize::OpenImage::open(std::move(index), path);
  if (!image) return fail(image.error());
  const Architecture architecture = (*image)->facts().architecture;
  if (asked && architecture != *asked)
    return fail(say(path, ": is an index for ", name_of(architecture), ", not for ", name_of(*asked)));
  return Object{.image = std::move(*image)};
}

OpenedObject open_object(const std::string& file, store::Shelf& store, const intake::Options& how_to,
                         bool whole) {
  const Origin origin = origin_of(file, how_to.architecture);
  intake::Options how = how_to;
  how.name = origin.name;
  how.whole = whole;
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
                    ", not an image"));
  const bool is_of_debug_file = origin.file != file;
  if (only.unprepared)
    return Object{.image = std::make_shared<const symbolize::OpenImage>(only.unprepared, origin.name),
                  .is_of_debug_file = is_of_debug_file};
  auto found = intake::find(only, store);
  if (!found) return fail(found.error());
  // Addresses in its parts are relative to another place.
  if (found->key.kind == index::Kind::Manifest && only.counts_from_load)
    return open_object(file, store, how_to, true);
  auto image = symbolize::OpenImage::open(
      found->key, std::move(found->blob), store,
      {.place = only.path, .called = origin.name, .counts_from_load = only.counts_from_load});
  if (!image) return fail(image.error());
  return Object{.image = std::move(*image), .is_of_debug_file = is_of_debug_file};
}

}  // namespace symkit::tools

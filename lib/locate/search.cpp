#include "locate/search.h"

#include <algorithm>

#include "base/words.h"

namespace symkit::locate {
namespace {

// Apple's images have a UUID. Build ids mostly have another size, but some are as long.
bool has_uuid(const ImageId& id, std::string_view image) {
  return id.bytes().size() == 16 && !image.contains(".so");
}

std::string_view id_word(const ImageId& id, std::string_view image) {
  return has_uuid(id, image) ? "UUID" : "build id";
}

// The order in which they are asked. What the store has without lines may be made from a stripped copy, and
// waits until nobody has more. A file at the log's own path comes before the store's of that name, which may
// be another machine's.
std::vector<std::unique_ptr<Provider>> providers_of(const Places& places, store::Shelf& store,
                                                    const Evidence& evidence) {
  std::vector<std::string> id_folders = places.symbols;
  id_folders.push_back(places.system_folder);
  const FileOffer files(id_folders, places.system_folder);
  std::vector<std::unique_ptr<Provider>> order;
  order.push_back(named_files(places.objects));
  order.push_back(stored_images(store, Lines::With));
  order.push_back(symbol_folders(places.symbols, places.look, files));
  order.push_back(build_id_folders({places.system_folder}));
  order.push_back(stored_images(store, Lines::Without));
  order.push_back(own_path(places.own_paths, evidence, files));
  order.push_back(stored_names(store, places.own_paths));
  return order;
}

}  // namespace

Search::Search(const Places& places)
    : own_paths_(places.own_paths),
      store_(store::open_shelf(places.store)),
      providers_(providers_of(places, *store_, evidence_)) {}

std::string Search::find(const ImageReference& image, const Take& take) {
  Offering offering(take);
  for (const auto& provider : providers_) {
    if (provider->offer(image, offering)) return {};
    if (offering.refusal()) return *offering.refusal();
  }
  return offering.trouble().empty() ? why_not(image) : offering.trouble();
}

bool Search::hear(const FrameReference& frame) {
  Belief* belief = belief_of(frame.image);
  evidence_.hear(frame, belief);
  return belief != nullptr && belief->may_change();
}

bool Search::is_trampoline(const FrameReference& frame) {
  Belief* belief = evidence_.find(frame.image);
  return belief != nullptr && belief->has_trampoline(frame);
}

// Only of images that are looked for at their own path.
Belief* Search::belief_of(const ImageReference& image) {
  if (own_paths_ != OwnPaths::OnEvidence || !image.id.empty() || !image.path.starts_with('/')) return nullptr;
  if (Belief* known = evidence_.find(image)) return known;
  const bool is_named =
      std::ranges::any_of(providers_, [&](const auto& provider) { return provider->knows_name(image); });
  return evidence_.begin(image, is_named ? nullptr : evidence_.witness_of(image));
}

std::string Search::why_not(const ImageReference& image) {
  if (image.id.empty() && image.name.empty()) return "the log does not name the image";
  if (image.id.empty() && image.name.ends_with(".apk"))
    return image.archive_offset ? say("no archive of this name has an image that begins at ",
                                      hex(*image.archive_offset), ", and the log has no id")
                                : "the log names an archive, and neither a file in it nor an id";
  if (image.id.empty()) return "no symbols of this name, and the log has no id";
  for (const auto& provider : providers_)
    if (const auto id = provider->namesake(image))
      return say("found ", image.name, ", but with ", id_word(*id, image.name), " ",
                 has_uuid(*id, image.name) ? id->uuid() : id->hex());
  return say("no symbols with this ", id_word(image.id, image.name));
}

}  // namespace symkit::locate

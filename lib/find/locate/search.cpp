#include "find/locate/search.h"

#include <algorithm>
#include <utility>

#include "files/container/open.h"
#include "find/locate/evidence.h"
#include "find/locate/go_id.h"
#include "ground/base/same_id.h"
#include "ground/base/words.h"

namespace symkit::locate {
namespace {

// Apple's images have a UUID. Most build ids have another size, but some have the same.
bool has_uuid(const ImageId& id, std::string_view image) {
  return id.bytes().size() == 16 && !image.contains(".so");
}

std::string_view id_word(const ImageId& id, std::string_view image) {
  return has_uuid(id, image) ? "UUID" : "build id";
}

// A System.map or a copy of kallsyms has no build id; its index has an id of 16 bytes, from its content.
constexpr std::string_view list_without_id = "the kernel's list of symbols has no build id to compare";

bool is_of_list(const ImageId& id, const ImageReference& image) {
  return image.name == "vmlinux" && id.bytes().size() == 16;
}

// The order of the providers. A store's index without lines may be made from a stripped copy, so it comes
// after all providers that may have more. A file at the log's own path comes before the store's image of
// that name, which may be another machine's.
std::vector<std::unique_ptr<Provider>> providers_of(const Places& places, store::Shelf& store,
                                                    const std::shared_ptr<const StoredHeads>& stored) {
  std::vector<std::string> id_folders = places.symbols;
  id_folders.push_back(places.system_folder);
  const FileOffer files(id_folders, places.system_folder);
  std::vector<std::unique_ptr<Provider>> order;
  order.push_back(named_files(places.objects));
  order.push_back(stored_images(stored, Lines::With));
  order.push_back(breakpad_folders(places.symbols));
  order.push_back(symbol_folders(places.symbols, places.look, files));
  order.push_back(build_id_folders({places.system_folder}));
  if (places.downloads) order.push_back(fetched_images(places.downloads, store));
  if (places.elsewhere) order.push_back(awaited_images(places.elsewhere));
  order.push_back(stored_images(stored, Lines::Without));
  if (places.own_paths != OwnPaths::NotLookedAt) order.push_back(own_path(places.own_paths, files));
  order.push_back(stored_names(store, places.own_paths));
  return order;
}

}  // namespace

Search::Search(const Places& places)
    : own_paths_(places.own_paths),
      store_(store::open_shelf(places.stores, places.opening)),
      stored_(std::make_shared<StoredHeads>(*store_)),
      downloads_(places.downloads),
      elsewhere_(places.elsewhere),
      providers_(providers_of(places, *store_, stored_)) {}

std::string Search::find(const ImageReference& image, const Evidence& heard, const Take& take) const {
  Offering offering(heard, take);
  for (const auto& provider : providers_) {
    if (provider->offer(image, offering)) return {};
    if (offering.refusal()) return *offering.refusal();
  }
  return offering.trouble().empty() ? why_not(image) : offering.trouble();
}

bool Search::needs_servers(const ImageReference& image) const {
  if (!downloads_ || image.id.empty()) return false;
  const Evidence nothing_heard;
  const Take anything = [](const Origin&) { return Result<void>(); };
  Offering offering(nothing_heard, anything);
  for (const auto& provider : providers_) {
    if (provider->is_far()) return true;
    if (provider->offer(image, offering) || offering.refusal()) return false;
  }
  return false;
}

bool Search::is_settled(const ImageReference& image) const {
  return downloads_ && !image.id.empty() && downloads_->is_settled(fetch::Wanted::of(image));
}

bool Search::may_arrive(const ImageReference& image) const { return elsewhere_ && !image.id.empty(); }

unsigned Search::arrivals() const { return elsewhere_ ? elsewhere_->arrivals() : 0; }

bool Search::was_missed(const ImageReference& image) const {
  return downloads_ && !image.id.empty() && downloads_->was_missed(fetch::Wanted::of(image));
}

bool Search::needs_evidence(const ImageReference& image) const {
  return own_paths_ == OwnPaths::OnEvidence && image.id.empty() && !has_go_id(image) &&
         is_own_path(image.path);
}

bool Search::knows_name(const ImageReference& image) const {
  return std::ranges::any_of(providers_, [&](const auto& provider) { return provider->knows_name(image); });
}

std::vector<std::string> Search::files_of(const ImageReference& image) const {
  std::vector<std::string> all;
  for (const auto& provider : providers_)
    for (std::string& path : provider->files_of(image, image.id)) all.push_back(std::move(path));
  return all;
}

std::vector<CodeSegment> Search::code_segments(const ImageReference& image, const ImageId& id) const {
  for (const auto& provider : providers_)
    for (const std::string& path : provider->files_of(image, id)) {
      const auto file = container::open_file(path);
      if (!file) continue;
      for (const auto& one : (*file)->images()) {
        if (!one->id() || !same_id(id, *one->id())) continue;
        auto segments = one->code_segments();
        if (!segments.empty() && segments.front().file_offset) return segments;
      }
    }
  return {};
}

std::string Search::why_not(const ImageReference& image) const {
  if (image.id.empty() && image.name.empty()) return "the log does not name the image";
  if (image.id.empty() && image.name.ends_with(".apk"))
    return image.archive_offset ? say("no archive of this name has an image that begins at ",
                                      hex(*image.archive_offset), ", and the log gives no id")
                                : "the log names an archive, but neither a file in it nor an id";
  ImageReference any_release = image;
  any_release.release = {};
  const bool is_other_release =
      image.id.empty() && std::ranges::any_of(providers_, [&](const auto& provider) {
        return !image.release.empty() && provider->knows_name(any_release);
      });
  if (is_other_release) return say("no vmlinux for Linux ", image.release, " here, and the log gives no id");
  if (has_go_id(image)) return "no file of this name has this Go build id";
  if (image.id.empty()) return "no symbols under this name, and the log gives no id";
  for (const auto& provider : providers_)
    if (const auto id = provider->namesake(image))
      return is_of_list(*id, image) ? std::string(list_without_id)
                                    : say("found ", image.name, ", but with ", id_word(*id, image.name), " ",
                                          has_uuid(*id, image.name) ? id->uuid() : id->hex());
  return say("no symbols with this ", id_word(image.id, image.name));
}

}  // namespace symkit::locate

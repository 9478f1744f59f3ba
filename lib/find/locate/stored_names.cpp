// Indexes in the store by the image's name, for logs without ids.
#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "find/locate/evidence.h"
#include "find/locate/go_id.h"
#include "find/locate/providers.h"
#include "ground/base/words.h"

namespace symkit::locate {
namespace {

using symbolize::OpenImage;

constexpr const char* several_of_this_name =
    "the store has several images with this name; name the right one with -o";

class StoredNames final : public Provider {
 public:
  StoredNames(store::Shelf& store, OwnPaths trust) : store_(store), trust_(trust) {}

  bool offer(const ImageReference& image, Offering& offering) const override;

 private:
  struct StoredImage {
    store::Key key;
    Architecture architecture = Architecture::Unknown;
  };

  const std::multimap<std::string, StoredImage>& all() const;
  void list() const;
  std::optional<StoredImage> only(const ImageReference& image, Offering& offering) const;
  std::optional<StoredImage> only_far(const ImageReference& image, Offering& offering) const;

  store::Shelf& store_;
  OwnPaths trust_;
  mutable std::once_flag listed_;
  mutable std::multimap<std::string, StoredImage> all_;
};

bool StoredNames::offer(const ImageReference& image, Offering& offering) const {
  if (!image.id.empty() || has_go_id(image) || image.name.empty()) return false;
  auto found = only(image, offering);
  if (!found && !offering.refusal() && store_.is_far()) found = only_far(image, offering);
  if (!found) return false;
  if (trust_ != OwnPaths::Always && is_of_system(image)) {
    offering.refuse(
        "the store has an image of this name, but the log gives no id, and many machines have another "
        "(--local)");
    return false;
  }
  const std::string place = store_.place_of(found->key);
  const auto blob = store_.find(found->key);
  if (blob && *blob == nullptr) {
    offering.refuse(say(place, " no longer exists"));
    return false;
  }
  auto kept = blob ? OpenImage::open(found->key, *blob, store_) : fail(blob.error());
  if (kept) {
    const Origin origin{.index = std::move(*kept), .path = place, .grounds = symbolize::Grounds::Name};
    if (offering.offer(origin)) return true;
  } else {
    offering.note(kept.error().message);
  }
  offering.refuse(offering.trouble());
  return false;
}

std::optional<StoredNames::StoredImage> StoredNames::only(const ImageReference& image,
                                                          Offering& offering) const {
  std::optional<StoredImage> found;
  for (const auto& [name, stored] : all()) {
    if (name != image.name && !same_module(image.name, name)) continue;
    if (!same_processor(image.architecture, stored.architecture)) continue;
    if (found) {
      offering.refuse(several_of_this_name);
      return std::nullopt;
    }
    found = stored;
  }
  return found;
}

// A shared server is not scanned: it knows whether a name is of one image or of several.
std::optional<StoredNames::StoredImage> StoredNames::only_far(const ImageReference& image,
                                                              Offering& offering) const {
  const auto named = store_.of_name(image.name, index::Kind::Native);
  if (!named) offering.note(named.error().message);
  if (named && named->several) offering.refuse(several_of_this_name);
  if (!named || !named->only || named->several) return std::nullopt;
  const auto match = store_.find_first(*named->only, store::forms_of(index::Kind::Native));
  if (!match) offering.note(match.error().message);
  if (!match || match->blob == nullptr) return std::nullopt;
  const auto kept = OpenImage::open(match->key, match->blob, store_);
  if (!kept || (*kept)->name() != image.name) return std::nullopt;
  const Architecture architecture = (*kept)->facts().architecture;
  if (!same_processor(image.architecture, architecture)) return std::nullopt;
  return StoredImage{match->key, architecture};
}

// Opens every index. This is done once, and only for a log without ids.
const std::multimap<std::string, StoredNames::StoredImage>& StoredNames::all() const {
  std::call_once(listed_, [this] { list(); });
  return all_;
}

void StoredNames::list() const {
  std::set<ImageId> whole;
  for (const index::Kind kind : store::forms_of(index::Kind::Native))
    static_cast<void>(store_.each(kind, [&](const store::Key& key, const store::Found& found) {
      if (!found || *found == nullptr || whole.contains(key.id)) return;
      const auto kept = OpenImage::open(key, *found, store_);
      if (!kept) return;
      all_.emplace((*kept)->name(), StoredImage{key, (*kept)->facts().architecture});
      if (kind == index::Kind::Native) whole.insert(key.id);
    }));
}

}  // namespace

std::unique_ptr<Provider> stored_names(store::Shelf& store, OwnPaths trust) {
  return std::make_unique<StoredNames>(store, trust);
}

}  // namespace symkit::locate

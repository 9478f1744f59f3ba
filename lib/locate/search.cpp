#include "locate/search.h"

#include <algorithm>
#include <set>

#include "base/words.h"
#include "locate/debug_file.h"
#include "locate/same_id.h"

namespace symkit::locate {
namespace {

using crashlog::ImageReference;
using symbolize::NativeImage;

constexpr std::string_view several_have_name = "several images have this name; say with -o which one it is";

// Apple's images have a UUID. Build ids mostly have another size, but some are as long.
std::string_view id_word(const ImageId& id, std::string_view image) {
  return id.bytes().size() == 16 && !image.contains(".so") ? "UUID" : "build id";
}

// The best of those with the id: with debug information before without.
const Candidate* richest(const std::vector<Candidate>& candidates, const ImageId& id) {
  const Candidate* best = nullptr;
  for (const Candidate& candidate : candidates)
    if (same_id(id, candidate.id) && (best == nullptr || candidate.debug_bytes > best->debug_bytes))
      best = &candidate;
  return best;
}

}  // namespace

bool Origin::has_lines() const {
  return index ? index->index().counts().with_lines != 0 : file.debug_bytes != 0;
}

Search::Search(Places places) : places_(std::move(places)), store_(places_.store) {
  for (const std::string& path : places_.symbols) folders_.emplace_back(path);
}

std::string Search::find(const ImageReference& image, const Take& take) {
  trouble_.clear();
  return image.id.empty() ? find_by_name(image, take) : find_by_id(image, take);
}

bool Search::offer(const Origin& origin, const Take& take) {
  const auto taken = take(origin);
  if (!taken && !taken.error().message.empty()) trouble_ = taken.error().message;
  return taken.has_value();
}

// Of a stripped file its debug file first, if that is where it should be. Who has the id asks the system's
// folder of ids anyway.
bool Search::offer_file(const Candidate& candidate, bool by_name, const Take& take) {
  if (candidate.debug_bytes == 0) {
    const auto linked = debug_file_of(candidate, places_.system_folder);
    const bool is_due =
        linked && (by_name || linked->path != build_id_path(places_.system_folder, candidate.id));
    if (is_due && offer({nullptr, *linked, linked->path, by_name}, take)) return true;
  }
  return offer({nullptr, candidate, candidate.path, by_name}, take);
}

std::string Search::find_by_id(const ImageReference& image, const Take& take) {
  if (const Object* object = object_with_id(image.id)) {
    if (offer({.index = object->image, .load_address = object->load_address}, take)) return {};
    return trouble_;
  }
  const auto kept = stored(image.id);
  if (kept && kept->has_lines() && offer(*kept, take)) return {};
  // What the store has may be made from a stripped copy.
  if (in_symbol_folders(image.id, take) || in_build_id_folders(image.id, take)) return {};
  if (kept && !kept->has_lines() && offer(*kept, take)) return {};
  if (at_own_path(image, take)) return {};
  return why_not(image);
}

const Object* Search::object_with_id(const ImageId& id) const {
  for (const Object& object : places_.objects)
    if (same_id(id, object.image->index().id())) return &object;
  return nullptr;
}

std::optional<Origin> Search::stored(const ImageId& id) {
  const auto path =
      store_.find_like(id, store::native, [&](const ImageId& have) { return same_id(id, have); });
  if (!path) return std::nullopt;
  auto image = NativeImage::open(*path);
  if (image) return Origin{.index = std::move(*image), .path = *path};
  trouble_ = image.error().message;
  return std::nullopt;
}

bool Search::in_build_id_folders(const ImageId& id, const Take& take) {
  std::vector<std::string> folders = places_.symbols;
  folders.push_back(places_.system_folder);
  for (const std::string& folder : folders)
    for (const Candidate& candidate : candidates_in_file(build_id_path(folder, id)))
      if (same_id(id, candidate.id) && offer({nullptr, candidate, candidate.path}, take)) return true;
  return false;
}

bool Search::in_symbol_folders(const ImageId& id, const Take& take) {
  return std::ranges::any_of(folders_, [&](Candidates& folder) {
    const Candidate* found = richest(folder.all(), id);
    return found != nullptr && offer_file(*found, false, take);
  });
}

bool Search::at_own_path(const ImageReference& image, const Take& take) {
  if (!image.path.starts_with('/')) return false;
  const auto candidates = candidates_in_file(std::string(image.path));
  const Candidate* found = richest(candidates, image.id);
  return found != nullptr && offer_file(*found, false, take);
}

std::string Search::find_by_name(const ImageReference& image, const Take& take) {
  const Object* object = nullptr;
  for (const Object& one : places_.objects) {
    // With a single -o, a frame that names no image can only mean that one.
    const bool only = image.name.empty() && places_.objects.size() == 1;
    if (!only && !same_name(image.name, one.image->name())) continue;
    if (object != nullptr) return "several images have this name";
    object = &one;
  }
  if (object != nullptr) {
    if (offer({.index = object->image, .by_name = true, .load_address = object->load_address}, take))
      return {};
    return trouble_;
  }
  if (image.name.empty()) return "the log does not name the image";
  const std::vector<Candidate> candidates = named(image);
  std::set<ImageId> ids;
  for (const Candidate& candidate : candidates) ids.insert(candidate.id);
  if (ids.size() > 1) return std::string(several_have_name);
  if (!candidates.empty() &&
      offer_file(*std::ranges::max_element(candidates, {}, &Candidate::debug_bytes), true, take))
    return {};
  if (!trouble_.empty()) return trouble_;
  return stored_with_name(image, take);
}

// In the folders; else where the log says that the image is.
std::vector<Candidate> Search::named(const ImageReference& image) {
  std::vector<Candidate> found;
  for (Candidates& folder : folders_)
    for (const Candidate& candidate : folder.all()) {
      const bool fits =
          image.architecture == Architecture::Unknown || candidate.architecture == image.architecture;
      if (fits && same_name(image.name, candidate.name)) found.push_back(candidate);
    }
  if (found.empty() && image.path.starts_with('/')) found = candidates_in_file(std::string(image.path));
  return found;
}

std::string Search::stored_with_name(const ImageReference& image, const Take& take) {
  const auto [first, last] = stored_names().equal_range(std::string(image.name));
  if (first == last) return "no symbols of this name, and the log has no id";
  if (std::next(first) != last)
    return "the store has several images of this name; say with -o which one it is";
  auto kept = NativeImage::open(first->second);
  if (!kept) return kept.error().message;
  if (offer({.index = std::move(*kept), .path = first->second, .by_name = true}, take)) return {};
  return trouble_;
}

// Every index is opened for it: done once, and only for a log that has no ids.
const std::multimap<std::string, std::string>& Search::stored_names() {
  if (stored_names_) return *stored_names_;
  stored_names_.emplace();
  for (const store::Entry& entry : store_.entries()) {
    if (entry.kind != store::native) continue;
    if (const auto kept = NativeImage::open(entry.path))
      stored_names_->emplace((*kept)->index().image_name(), entry.path);
  }
  return *stored_names_;
}

std::string Search::why_not(const ImageReference& image) {
  if (!trouble_.empty()) return trouble_;
  const auto other = [&](std::string_view name, const ImageId& id) {
    return say("found ", name, ", but with ", id_word(id, name), " ",
               id.bytes().size() == 16 && !name.contains(".so") ? id.uuid() : id.hex());
  };
  for (const Object& object : places_.objects)
    if (same_name(image.name, object.image->name())) return other(image.name, object.image->index().id());
  for (const Candidate& candidate : named(image))
    if (!candidate.id.empty()) return other(image.name, candidate.id);
  return say("no symbols with this ", id_word(image.id, image.name));
}

}  // namespace symkit::locate

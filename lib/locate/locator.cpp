#include "locate/locator.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/words.h"
#include "locate/same_id.h"

namespace symkit::locate {
namespace {

using crashlog::ImageReference;
using symbolize::Match;
using symbolize::NativeImage;

bool has_lines(const NativeImage& image) { return image.index().counts().with_lines != 0; }

// <folder>/.build-id/ab/cdef….debug
std::string build_id_path(const std::string& folder, const ImageId& id) {
  const std::string digits = id.hex();
  return say(folder, "/.build-id/", digits.substr(0, 2), "/", digits.substr(2), ".debug");
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

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

Locator::Locator(Places places, intake::Options how)
    : places_(std::move(places)), how_(std::move(how)), store_(places_.store) {
  how_.id_from_content = true;
  how_.keep_unstored = true;
  for (const std::string& path : places_.symbols) folders_.emplace_back(path);
}

Match Locator::find(const ImageReference& image) {
  trouble_.clear();
  return image.id.empty() ? find_by_name(image) : find_by_id(image);
}

Match Locator::find_by_id(const ImageReference& image) {
  if (auto object = object_with_id(image.id)) return *object;
  Image stored = in_store(image.id);
  if (stored && has_lines(*stored)) return {stored};
  // What the store has may be made from a stripped copy.
  for (const auto& attempt : {&Locator::in_symbol_folders, &Locator::in_build_id_folders})
    if (Image found = (this->*attempt)(image.id)) return {found};
  if (stored) return {stored};
  if (Image found = at_own_path(image)) return {found};
  return {nullptr, why_not(image)};
}

std::optional<Match> Locator::object_with_id(const ImageId& id) const {
  for (const Object& object : places_.objects)
    if (same_id(id, object.image->index().id())) return Match{object.image, {}, false, object.load_address};
  return std::nullopt;
}

Locator::Image Locator::in_store(const ImageId& id) {
  const auto path =
      store_.find_like(id, store::native, [&](const ImageId& have) { return same_id(id, have); });
  if (!path) return nullptr;
  auto image = NativeImage::open(*path);
  if (image) return std::move(*image);
  trouble_ = image.error().message;
  return nullptr;
}

Locator::Image Locator::in_build_id_folders(const ImageId& id) {
  std::vector<std::string> folders = places_.symbols;
  folders.push_back(places_.system_folder);
  for (const std::string& folder : folders)
    for (const Candidate& candidate : candidates_in_file(build_id_path(folder, id)))
      if (same_id(id, candidate.id)) return index(candidate);
  return nullptr;
}

Locator::Image Locator::in_symbol_folders(const ImageId& id) {
  for (Candidates& folder : folders_) {
    const Candidate* found = richest(folder.all(), id);
    if (found == nullptr) continue;
    if (found->debug_bytes == 0)
      if (Image linked = linked_debug_file(*found)) return linked;
    return index(*found);
  }
  return nullptr;
}

Locator::Image Locator::at_own_path(const ImageReference& image) {
  if (!image.path.starts_with('/')) return nullptr;
  const auto candidates = candidates_in_file(std::string(image.path));
  const Candidate* found = richest(candidates, image.id);
  if (found == nullptr) return nullptr;
  if (found->debug_bytes == 0)
    if (Image linked = linked_debug_file(*found)) return linked;
  return index(*found);
}

// Where .gnu_debuglink may point: beside the file, in .debug there, or below the system's folder.
Locator::Image Locator::linked_debug_file(const Candidate& stripped) {
  if (stripped.debug_link.empty()) return nullptr;
  const std::string folder = folder_of(stripped.path);
  for (const std::string& place : {folder, folder + ".debug/", places_.system_folder + folder})
    for (const Candidate& candidate : candidates_in_file(say(place, stripped.debug_link)))
      if (candidate.id == stripped.id && candidate.debug_bytes != 0) return index(candidate);
  return nullptr;
}

Match Locator::find_by_name(const ImageReference& image) {
  if (auto object = object_with_name(image)) return *object;
  if (image.name.empty()) return {nullptr, "the log does not name the image"};
  const std::vector<Candidate> candidates = named(image);
  std::set<ImageId> ids;
  for (const Candidate& candidate : candidates) ids.insert(candidate.id);
  const std::string_view ambiguous = "several images have this name; say with -o which one it is";
  if (ids.size() > 1) return {nullptr, std::string(ambiguous)};
  if (!candidates.empty()) {
    const Candidate& best = *std::ranges::max_element(candidates, {}, &Candidate::debug_bytes);
    Image linked = best.debug_bytes == 0 ? linked_debug_file(best) : nullptr;
    if (Image found = linked ? linked : index(best)) return {found, {}, true};
  }
  if (!trouble_.empty()) return {nullptr, trouble_};
  return stored_with_name(image);
}

std::optional<Match> Locator::object_with_name(const ImageReference& image) const {
  const Object* found = nullptr;
  for (const Object& object : places_.objects) {
    // With a single -o, a frame that names no image can only mean that one.
    const bool only = image.name.empty() && places_.objects.size() == 1;
    if (only || same_name(image.name, object.image->index().image_name())) {
      if (found != nullptr) return Match{nullptr, "several images have this name"};
      found = &object;
    }
  }
  if (found == nullptr) return std::nullopt;
  return Match{found->image, {}, true, found->load_address};
}

// In the folders; else where the log says that the image is.
std::vector<Candidate> Locator::named(const ImageReference& image) {
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

Match Locator::stored_with_name(const ImageReference& image) {
  const auto [first, last] = stored_names().equal_range(std::string(image.name));
  if (first == last) return {nullptr, "no symbols of this name, and the log has no id"};
  if (std::next(first) != last)
    return {nullptr, "the store has several images of this name; say with -o which one it is"};
  auto stored = NativeImage::open(first->second);
  if (!stored) return {nullptr, stored.error().message};
  return {std::move(*stored), {}, true};
}

// Every index is opened for it: done once, and only for a log that has no ids.
const std::multimap<std::string, std::string>& Locator::stored_names() {
  if (stored_names_) return *stored_names_;
  stored_names_.emplace();
  for (const store::Entry& entry : store_.entries()) {
    if (entry.kind != store::native) continue;
    if (const auto stored = NativeImage::open(entry.path))
      stored_names_->emplace((*stored)->index().image_name(), entry.path);
  }
  return *stored_names_;
}

Locator::Image Locator::index(const Candidate& candidate) {
  intake::Options how = how_;
  how.architecture = candidate.architecture;
  auto indexed = intake::index_file(candidate.path, store_, how);
  if (!indexed) {
    trouble_ = indexed.error().message;
    return nullptr;
  }
  for (intake::Indexed& one : *indexed) {
    if (!candidate.id.empty() && one.id != candidate.id) continue;
    auto image =
        one.unstored.empty() ? NativeImage::open(one.path) : NativeImage::of_bytes(std::move(one.unstored));
    if (image) return std::move(*image);
    trouble_ = image.error().message;
  }
  return nullptr;
}

std::string Locator::why_not(const ImageReference& image) {
  if (!trouble_.empty()) return trouble_;
  const auto other = [&](std::string_view name, const ImageId& id) {
    return say("found ", name, ", but with ", id_word(id, name), " ",
               id.bytes().size() == 16 && !name.contains(".so") ? id.uuid() : id.hex());
  };
  for (const Object& object : places_.objects)
    if (same_name(image.name, object.image->index().image_name()))
      return other(image.name, object.image->index().id());
  for (const Candidate& candidate : named(image))
    if (!candidate.id.empty()) return other(image.name, candidate.id);
  return say("no symbols with this ", id_word(image.id, image.name));
}

}  // namespace symkit::locate

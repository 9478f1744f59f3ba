#include "locate/search.h"

#include <algorithm>
#include <set>

#include "base/words.h"
#include "locate/debug_file.h"
#include "locate/same_id.h"

namespace symkit::locate {
namespace {

using symbolize::Grounds;
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

// Of a stripped file its debug file first, if that is where it should be. Who has the id asks the folders of
// ids anyway.
bool Search::offer_file(const Candidate& candidate, Grounds grounds, const Take& take) {
  if (candidate.debug_bytes == 0) {
    const bool by_id = grounds == Grounds::Id;
    const auto linked = debug_file_of(candidate, places_.system_folder);
    const bool is_due =
        linked && (!by_id || linked->path != build_id_path(places_.system_folder, candidate.id));
    if (is_due && offer({nullptr, *linked, linked->path, grounds}, take)) return true;
    if (!by_id && !candidate.id.empty() && in_build_id_folders(candidate.id, grounds, take)) return true;
  }
  return offer({nullptr, candidate, candidate.path, grounds}, take);
}

std::string Search::find_by_id(const ImageReference& image, const Take& take) {
  if (const Object* object = object_with_id(image.id)) {
    if (offer({.index = object->image, .load_address = object->load_address}, take)) return {};
    return trouble_;
  }
  const auto kept = stored(image.id);
  if (kept && kept->has_lines() && offer(*kept, take)) return {};
  // What the store has may be made from a stripped copy.
  if (in_symbol_folders(image.id, take) || in_build_id_folders(image.id, Grounds::Id, take)) return {};
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

bool Search::in_build_id_folders(const ImageId& id, Grounds grounds, const Take& take) {
  std::vector<std::string> folders = places_.symbols;
  folders.push_back(places_.system_folder);
  for (const std::string& folder : folders)
    for (const Candidate& candidate : candidates_in_file(build_id_path(folder, id)))
      if (same_id(id, candidate.id) && offer({nullptr, candidate, candidate.path, grounds}, take))
        return true;
  return false;
}

bool Search::in_symbol_folders(const ImageId& id, const Take& take) {
  return std::ranges::any_of(folders_, [&](Candidates& folder) {
    const Candidate* found = richest(folder.all(), id);
    return found != nullptr && offer_file(*found, Grounds::Id, take);
  });
}

bool Search::at_own_path(const ImageReference& image, const Take& take) {
  if (!image.path.starts_with('/')) return false;
  const auto candidates = candidates_in_file(std::string(image.path));
  const Candidate* found = richest(candidates, image.id);
  return found != nullptr && offer_file(*found, Grounds::Id, take);
}

std::string Search::find_by_name(const ImageReference& image, const Take& take) {
  if (const auto objects = objects_named(image); !objects.empty()) {
    if (objects.size() > 1) return "several images have this name";
    const Object& object = *objects.front();
    if (offer({.index = object.image, .grounds = Grounds::Name, .load_address = object.load_address}, take))
      return {};
    return trouble_;
  }
  if (image.name.empty()) return "the log does not name the image";
  if (const auto candidates = in_folders_by_name(image); !candidates.empty()) {
    if (std::string why = take_only(candidates, Grounds::Name, take);
        why.empty() || !trouble_.empty() || why == several_have_name)
      return why;
  }
  return find_by_path(image, take);
}

// Where the log says that the image is; else in the store, where the name cannot be that of another machine's
// library as well.
std::string Search::find_by_path(const ImageReference& image, const Take& take) {
  std::vector<Candidate> here;
  if (image.path.starts_with('/')) here = candidates_in_file(std::string(image.path));
  std::erase_if(here, [&](const Candidate& candidate) {
    return !same_processor(image.architecture, candidate.architecture);
  });
  if (here.empty()) return stored_with_name(image, take);
  const Belief* belief = evidence_.find(image);
  const bool is_believed =
      places_.own_paths == OwnPaths::Always ||
      (places_.own_paths == OwnPaths::OnEvidence && belief != nullptr && belief->holds());
  if (!is_believed) return why_not_believed(image);
  return take_only(here, places_.own_paths == OwnPaths::Always ? Grounds::Path : Grounds::Evidence, take);
}

std::string Search::take_only(const std::vector<Candidate>& candidates, Grounds grounds, const Take& take) {
  std::set<ImageId> ids;
  for (const Candidate& candidate : candidates) ids.insert(candidate.id);
  if (ids.size() > 1) return std::string(several_have_name);
  if (offer_file(*std::ranges::max_element(candidates, {}, &Candidate::debug_bytes), grounds, take))
    return {};
  return trouble_;
}

std::string Search::why_not_believed(const ImageReference& image) const {
  if (places_.own_paths == OwnPaths::Never)
    return "the log has no id of it, and --no-local forbids the file here";
  const Belief* belief = evidence_.find(image);
  if (belief == nullptr || belief->why_not().empty())
    return "the log has no id of it, and says too little to know whether it is the file here (--local takes "
           "it)";
  return say("the file here is another one: ", belief->why_not(), " (--local takes it all the same)");
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
  if (places_.own_paths != OwnPaths::OnEvidence || !image.id.empty() || !image.path.starts_with('/'))
    return nullptr;
  if (Belief* known = evidence_.find(image)) return known;
  const bool is_named = !objects_named(image).empty() || !in_folders_by_name(image).empty();
  return evidence_.begin(image, is_named ? nullptr : evidence_.witness_of(image));
}

std::vector<const Object*> Search::objects_named(const ImageReference& image) const {
  std::vector<const Object*> found;
  for (const Object& one : places_.objects) {
    // With a single -o, a frame that names no image can only mean that one.
    const bool only = image.name.empty() && places_.objects.size() == 1;
    if (!only && !same_name(image.name, one.image->name())) continue;
    if (same_processor(image.architecture, one.image->index().architecture())) found.push_back(&one);
  }
  return found;
}

std::vector<Candidate> Search::in_folders_by_name(const ImageReference& image) {
  std::vector<Candidate> found;
  for (Candidates& folder : folders_)
    for (const Candidate& candidate : folder.all())
      if (same_name(image.name, candidate.name) && same_processor(image.architecture, candidate.architecture))
        found.push_back(candidate);
  return found;
}

std::string Search::stored_with_name(const ImageReference& image, const Take& take) {
  const auto [first, last] = stored_names().equal_range(std::string(image.name));
  const StoredImage* found = nullptr;
  for (const auto& [name, stored] : std::ranges::subrange(first, last)) {
    if (!same_processor(image.architecture, stored.architecture)) continue;
    if (found != nullptr) return "the store has several images of this name; say with -o which one it is";
    found = &stored;
  }
  if (found == nullptr) return "no symbols of this name, and the log has no id";
  if (places_.own_paths != OwnPaths::Always && is_of_system(image))
    return "the store has an image of this name, but the log has no id, and many machines have another "
           "(--local)";
  auto kept = NativeImage::open(found->path);
  if (!kept) return kept.error().message;
  if (offer({.index = std::move(*kept), .path = found->path, .grounds = Grounds::Name}, take)) return {};
  return trouble_;
}

// Every index is opened for it: done once, and only for a log that has no ids.
const std::multimap<std::string, Search::StoredImage>& Search::stored_names() {
  if (stored_names_) return *stored_names_;
  stored_names_.emplace();
  for (const store::Entry& entry : store_.entries()) {
    if (entry.kind != store::native) continue;
    if (const auto kept = NativeImage::open(entry.path))
      stored_names_->emplace((*kept)->name(), StoredImage{entry.path, (*kept)->index().architecture()});
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
  for (const Candidate& candidate : in_folders_by_name(image))
    if (!candidate.id.empty()) return other(image.name, candidate.id);
  if (image.path.starts_with('/'))
    for (const Candidate& candidate : candidates_in_file(std::string(image.path)))
      if (!candidate.id.empty()) return other(image.name, candidate.id);
  return say("no symbols with this ", id_word(image.id, image.name));
}

}  // namespace symkit::locate

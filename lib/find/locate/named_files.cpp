// The files named with -o: a user who names one wants that file and no other.
#include <algorithm>

#include "find/locate/evidence.h"
#include "find/locate/providers.h"
#include "ground/base/same_id.h"

namespace symkit::locate {
namespace {

using symbolize::Grounds;

class NamedFiles final : public Provider {
 public:
  explicit NamedFiles(std::vector<Object> objects) : objects_(std::move(objects)) {}

  bool offer(const ImageReference& image, Offering& offering) const override;
  bool knows_name(const ImageReference& image) const override { return !with_name(image, false).empty(); }
  std::optional<ImageId> namesake(const ImageReference& image) const override;

 private:
  const Object* with_id(const ImageId& id) const;
  std::vector<const Object*> with_name(const ImageReference& image, bool is_sole) const;

  std::vector<Object> objects_;
};

bool NamedFiles::offer(const ImageReference& image, Offering& offering) const {
  const Object* object = nullptr;
  if (!image.id.empty()) {
    object = with_id(image.id);
  } else if (const auto named = with_name(image, offering.heard().is_sole_image(image)); named.size() > 1) {
    offering.refuse("several images have this name");
  } else if (!named.empty()) {
    object = named.front();
  }
  if (object == nullptr) return false;
  const Grounds grounds = image.id.empty() ? Grounds::Name : Grounds::Id;
  if (offering.offer({.index = object->image,
                      .grounds = grounds,
                      .load_address = object->load_address,
                      .code_path = object->path}))
    return true;
  offering.refuse(offering.trouble());
  return false;
}

std::optional<ImageId> NamedFiles::namesake(const ImageReference& image) const {
  for (const Object& object : objects_)
    if (same_name(image.name, object.image->name())) return object.image->facts().id;
  return std::nullopt;
}

const Object* NamedFiles::with_id(const ImageId& id) const {
  for (const Object& object : objects_)
    if (same_id(id, object.image->facts().id)) return &object;
  return nullptr;
}

// `is_sole`: the image is the log's only one without an id.
std::vector<const Object*> NamedFiles::with_name(const ImageReference& image, bool is_sole) const {
  std::vector<const Object*> found;
  for (const Object& one : objects_) {
    // With a single -o, a frame that names no image can only mean that file, and so does the only image.
    const bool only = (image.name.empty() || is_sole) && objects_.size() == 1;
    if (!only && !same_build(image, one.image->name())) continue;
    if (same_processor(image.architecture, one.image->facts().architecture)) found.push_back(&one);
  }
  // From an image and its PDB, keep the one that knows where the image's addresses begin.
  std::erase_if(found, [&](const Object* one) {
    return std::ranges::any_of(found, [&](const Object* other) {
      const index::Facts& less = one->image->facts();
      const index::Facts& more = other->image->facts();
      return less.is_relative && !more.is_relative && !less.id.empty() && less.id == more.id;
    });
  });
  return found;
}

}  // namespace

std::unique_ptr<Provider> named_files(std::vector<Object> objects) {
  return std::make_unique<NamedFiles>(std::move(objects));
}

}  // namespace symkit::locate

#include "symbolize/image_resolver.h"

#include <algorithm>

namespace symkit::symbolize {
namespace {

// The frames of a stack lie in few places.
constexpr std::size_t most_desks = 16;

}  // namespace

// False where there is no part to ask.
bool ImageResolver::turn_to(ImageOffset offset) {
  const auto known = std::ranges::find_if(desks_, [&](const Desk& desk) { return desk.part.holds(offset); });
  if (known != desks_.end()) {
    desks_.splice(desks_.begin(), desks_, known);
    return true;
  }
  auto part = image_->part(offset);
  if (!part) trouble_ = part.error().message;
  if (!part || part->image == nullptr) return false;
  if (desks_.size() == most_desks) desks_.pop_back();
  const index::NativeIndex& index = part->image->index();
  desks_.push_front({std::move(*part), Resolver(index, dialect_, names_)});
  return true;
}

const Resolution* ImageResolver::resolve_member(ImageOffset place) {
  Desk& desk = desks_.front();
  const index::NativeIndex* members = desk.part.image->members();
  if (members == nullptr) return nullptr;
  if (desk.members == nullptr) desk.members = std::make_unique<Resolver>(*members, dialect_, names_);
  return desk.members->resolve(place);
}

}  // namespace symkit::symbolize

#include "answers/symbolize/image_resolver.h"

#include <algorithm>
#include <iterator>

namespace symkit::symbolize {
namespace {

// Each has its demangled names, which take longer to make than the part takes to fetch.
constexpr std::size_t most_desks = 512;

}  // namespace

void ImageResolver::look_up(std::span<const ImageOffset> offsets) {
  trouble_.clear();
  offsets_.assign(offsets.begin(), offsets.end());
  at_once_ = !offsets.empty() && turn_to(offsets.front()) &&
             std::ranges::all_of(offsets, [&](ImageOffset at) { return desks_.front().part.holds(at); });
  if (at_once_) desks_.front().resolver.look_up(offsets);
}

// Returns false if there is no part.
bool ImageResolver::open_part(ImageOffset offset) {
  const auto behind = by_first_.upper_bound(offset);
  if (behind != by_first_.begin() && std::prev(behind)->second->part.holds(offset)) {
    desks_.splice(desks_.begin(), desks_, std::prev(behind)->second);
    return true;
  }
  auto part = image_->part(offset);
  if (!part) trouble_ = part.error().message;
  if (!part || part->image == nullptr) return false;
  if (desks_.size() == most_desks) {
    by_first_.erase(desks_.back().part.first);
    desks_.pop_back();
  }
  const index::NativeIndex& index = part->image->index();
  desks_.push_front(
      {std::move(*part), texts_ == nullptr ? Resolver(index, dialect_, names_) : Resolver(*texts_)});
  by_first_[desks_.front().part.first] = desks_.begin();
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

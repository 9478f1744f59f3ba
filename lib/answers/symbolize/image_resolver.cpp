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
             std::ranges::all_of(offsets, [&](ImageOffset at) { return open_parts_.front().part.holds(at); });
  if (at_once_) open_parts_.front().resolver.look_up(offsets);
}

// Returns false if there is no part.
bool ImageResolver::open_part(ImageOffset offset) {
  const auto behind = by_first_.upper_bound(offset);
  if (behind != by_first_.begin() && std::prev(behind)->second->part.holds(offset)) {
    open_parts_.splice(open_parts_.begin(), open_parts_, std::prev(behind)->second);
    return true;
  }
  auto part = image_->part(offset);
  if (!part) trouble_ = part.error().message;
  if (!part || part->image == nullptr) return false;
  if (open_parts_.size() == most_desks) {
    by_first_.erase(open_parts_.back().part.first);
    open_parts_.pop_back();
  }
  const index::NativeIndex& index = part->image->index();
  open_parts_.push_front(
      {std::move(*part), texts_ == nullptr ? Resolver(index, dialect_, names_) : Resolver(*texts_)});
  by_first_[open_parts_.front().part.first] = open_parts_.begin();
  return true;
}

const Resolution* ImageResolver::resolve_member(ImageOffset place) {
  OpenPart& part = open_parts_.front();
  const index::NativeIndex* members = part.part.image->members();
  if (members == nullptr) return nullptr;
  if (part.members == nullptr) part.members = std::make_unique<Resolver>(*members, dialect_, names_);
  return part.members->resolve(place);
}

}  // namespace symkit::symbolize

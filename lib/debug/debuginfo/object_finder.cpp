#include "debug/debuginfo/object_finder.h"

#include "debug/debuginfo/narrow.h"

namespace symkit::debuginfo {
namespace {

// A linker that says no sizes leaves it open where functions end. Reading more than these costs as much as
// reading all.
constexpr std::size_t most_objects = 16;

}  // namespace

bool ObjectFinder::find(std::uint64_t address, dwarf::Range& range) {
  found_.clear();
  const auto numbers = objects_.with_code_at(address, range);
  if (!numbers || numbers->size() > most_objects) return false;
  for (const std::size_t number : *numbers)
    if (!take(number, address, range)) return false;
  return true;
}

bool ObjectFinder::take(std::size_t number, std::uint64_t address, dwarf::Range& range) {
  const LinkedObject* const object = objects_.open(number);
  if (object == nullptr) return false;
  const MovedPiece* here = nullptr;
  for (const MovedPiece& piece : object->code.pieces()) {
    if (!narrow(range, address, {piece.begin + piece.shift, piece.end + piece.shift})) continue;
    if (here != nullptr || piece.is_folded) return false;
    here = &piece;
  }
  if (here == nullptr) return true;
  Opened& its = opened(number, *object);
  found_.push_back(
      {.number = number, .object = object, .shift = here->shift, .code = &its.code, .units = &its.units});
  return true;
}

ObjectFinder::Opened& ObjectFinder::opened(std::size_t number, const LinkedObject& object) {
  std::unique_ptr<Opened>& known = opened_[number];
  if (known == nullptr) known = std::make_unique<Opened>(*object.image);
  return *known;
}

}  // namespace symkit::debuginfo

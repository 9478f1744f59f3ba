#include "keep/index/cut.h"

#include <algorithm>

#include "ground/base/words.h"
#include "keep/index/mapping_parts.h"
#include "keep/index/part_table.h"
#include "keep/index/parts.h"
#include "keep/index/source_map_parts.h"

namespace symkit::index {
namespace {

Result<std::vector<std::uint8_t>> cut_native(Bytes whole, const TakePart& take, const Cutting& how) {
  const auto native = NativeIndex::open(whole);
  return native ? cut_in_parts(*native, take, how) : fail(native.error());
}

}  // namespace

Result<std::vector<std::uint8_t>> cut(Bytes whole, const TakePart& take, const Cutting& how) {
  const auto envelope = Envelope::open(whole);
  if (!envelope) return fail(envelope.error());
  switch (envelope->kind()) {
    case Kind::Native: return cut_native(whole, take, how);
    case Kind::Mapping: return mapping::cut_in_parts(*envelope, take, how);
    case Kind::SourceMap: return source_map::cut_in_parts(*envelope, take, how);
    case Kind::Manifest:
    case Kind::Unwind: break;
  }
  return fail(say("is an index of kind ", name_of(envelope->kind()), ", which cannot be divided"));
}

bool is_cut_from(Bytes manifest, Bytes index) {
  const auto parts = Envelope::open(manifest), whole = Envelope::open(index);
  if (!parts || !whole || parts->kind() != Kind::Manifest || whole->kind() == Kind::Manifest) return false;
  return parts->id() == whole->id() && kind_of_whole(*parts) == whole->kind() &&
         std::ranges::equal(parts->section(whole_tag), digest_of(*whole));
}

}  // namespace symkit::index

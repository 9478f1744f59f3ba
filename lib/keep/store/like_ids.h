// Under which ids a store may have what a log's id means: logs cut an id to 16 bytes, and some turn the first
// of these round; or the image has no more itself.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "keep/store/shelf.h"

namespace symkit::store {

struct LikeId {
  std::size_t of;  // the place of the key that is asked about
  ImageId id;
  bool is_cut;  // the longer ids that begin so are wanted
};

std::vector<LikeId> like_ids(std::span<const Key> keys);

}  // namespace symkit::store

// The ids under which a store may have the image of a log's id: logs cut an id to 16 bytes, and some
// write its first bytes in the other byte order. The image's own id may also be no longer than that.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "keep/store/shelf.h"

namespace symkit::store {

struct LikeId {
  std::size_t of;  // the position of the key
  ImageId id;
  bool is_cut;  // longer ids that begin with it are wanted
};

std::vector<LikeId> like_ids(std::span<const Key> keys);

}  // namespace symkit::store

#include "keep/store/like_ids.h"

#include "ground/base/guid.h"
#include "keep/store/engine_keys.h"

namespace symkit::store {

std::vector<LikeId> like_ids(std::span<const Key> keys) {
  std::vector<LikeId> all;
  for (std::size_t of = 0; of < keys.size(); ++of) {
    const ImageId& id = keys[of].id;
    if (id.bytes().size() < cut_id_size) continue;
    const ImageId cut = *ImageId::from_bytes(id.bytes().first(cut_id_size));
    for (const bool is_cut : {false, true}) all.push_back({of, cut, is_cut});
    if (id == cut)
      for (const bool is_cut : {false, true}) all.push_back({of, with_guid_order(cut), is_cut});
  }
  return all;
}

}  // namespace symkit::store

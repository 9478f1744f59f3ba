#include "find/locate/file_offer.h"

#include <algorithm>
#include <set>

#include "find/locate/debug_file.h"
#include "ground/base/same_id.h"

namespace symkit::locate {

using symbolize::Grounds;

bool offer_by_id(const std::string& path, const ImageId& id, Grounds grounds, Offering& offering) {
  return std::ranges::any_of(candidates_in_file(path), [&](const Candidate& candidate) {
    return same_id(id, candidate.id) && offering.offer({nullptr, candidate, candidate.path, grounds});
  });
}

bool offer_by_build_id(const std::vector<std::string>& folders, const ImageId& id, Grounds grounds,
                       Offering& offering) {
  return std::ranges::any_of(folders, [&](const std::string& folder) {
    return offer_by_id(build_id_path(folder, id), id, grounds, offering);
  });
}

// If the id is known, the folders of ids are searched anyway.
bool FileOffer::offer(const Candidate& candidate, Grounds grounds, Offering& offering) const {
  if (candidate.debug_bytes == 0) {
    const bool by_id = grounds == Grounds::Id;
    const auto linked = debug_file_of(candidate, system_folder_);
    const bool is_due = linked && (!by_id || linked->path != build_id_path(system_folder_, candidate.id));
    if (is_due && offering.offer({nullptr, *linked, linked->path, grounds, {}, candidate.path})) return true;
    if (!by_id && !candidate.id.empty() && offer_by_build_id(id_folders_, candidate.id, grounds, offering))
      return true;
  }
  return offering.offer({nullptr, candidate, candidate.path, grounds});
}

bool FileOffer::offer_only(const std::vector<Candidate>& candidates, Grounds grounds,
                           Offering& offering) const {
  std::set<ImageId> ids;
  for (const Candidate& candidate : candidates) ids.insert(candidate.id);
  if (ids.size() == 1) {
    Candidate best = *std::ranges::max_element(candidates, {}, &Candidate::debug_bytes);
    note_same_image(best, candidates);
    return offer(best, grounds, offering);
  }
  offering.refuse("several images have this name; name the right one with -o");
  return false;
}

}  // namespace symkit::locate

#include "dropin/fetched_files.h"

#include <algorithm>

#include "find/locate/candidates.h"
#include "ground/base/same_id.h"

namespace symkit::dropin {
namespace {

bool has_id(const std::string& path, const ImageId& id) {
  return std::ranges::any_of(locate::candidates_in_file(path),
                             [&](const locate::Candidate& candidate) { return same_id(id, candidate.id); });
}

}  // namespace

Result<std::string> FetchedFiles::find(const ImageId& id) {
  if (!downloads_) {
    fetch::DownloadOptions how{.servers = servers_};
    how.warn = [this](const std::string& message) { console_.warning(message); };
    downloads_ = std::make_unique<fetch::Downloads>(std::move(how));
  }
  const fetch::Wanted wanted{.id = id};
  // The next server may send something else.
  while (true) {
    auto path = downloads_->get(wanted);
    if (!path || has_id(*path, id)) return path;
    downloads_->reject(wanted);
  }
}

}  // namespace symkit::dropin

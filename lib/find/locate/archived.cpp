#include "find/locate/archived.h"

#include <algorithm>

#include "files/container/open.h"

namespace symkit::locate {
namespace {

using container::entry_mark;

// "!/lib/arm64-v8a/libx.so" from a path into an archive; empty if the log has no more than a name.
std::string_view place_in_archive(std::string_view path) {
  const std::size_t mark = path.rfind(entry_mark);
  return mark == std::string_view::npos ? std::string_view() : path.substr(mark);
}

template <class Fits>
void keep_where(std::vector<Candidate>& candidates, const Fits& fits) {
  if (candidates.size() > 1 && std::ranges::any_of(candidates, fits))
    std::erase_if(candidates, [&](const Candidate& candidate) { return !fits(candidate); });
}

}  // namespace

std::string_view archive_of(std::string_view path) {
  const std::size_t mark = path.rfind(entry_mark);
  if (mark == std::string_view::npos || mark == 0) return {};
  const std::size_t slash = path.rfind('/', mark - 1);
  return path.substr(slash + 1, mark - slash - 1);
}

bool begins_where_log_says(const Candidate& candidate, const ImageReference& image) {
  if (!image.archive_offset || archive_of(candidate.path).empty()) return false;
  const auto file = container::open_file(candidate.path);
  return file && (*file)->archive_place() && (*file)->archive_place()->begins_at == image.archive_offset;
}

void keep_those_in_place(const ImageReference& image, std::vector<Candidate>& candidates) {
  const std::string_view place = place_in_archive(image.path);
  if (!place.empty())
    keep_where(candidates, [&](const Candidate& candidate) { return candidate.path.ends_with(place); });
  if (image.archive_offset)
    keep_where(candidates,
               [&](const Candidate& candidate) { return begins_where_log_says(candidate, image); });
}

}  // namespace symkit::locate

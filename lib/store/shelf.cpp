#include "store/shelf.h"

#include <algorithm>
#include <utility>

#include "store/folder_shelf.h"

namespace symkit::store {

Found Shelf::find(const Key& key) { return std::move(get({&key, 1}).front()); }

Result<Shelf::Match> Shelf::find_like(const ImageId& id, index::Kind kind,
                                      const std::function<bool(const ImageId&)>& same) {
  Match match{.key = {.id = id, .kind = kind}, .blob = {}};
  auto found = find(match.key);
  if (found && *found == nullptr) {
    const std::vector<ImageId> ids = ids_like(id, kind);
    const auto meant = std::ranges::find_if(ids, same);
    if (meant == ids.end()) return match;
    match.key.id = *meant;
    found = find(match.key);
  }
  if (!found) return fail(found.error());
  match.blob = std::move(*found);
  return match;
}

void Shelf::each(index::Kind kind, const std::function<void(const Key& key, const Found& found)>& visit) {
  // A shelf may hold more indexes than a process can have open.
  constexpr std::size_t at_once = 64;
  std::vector<Key> keys;
  const auto visit_those = [&] {
    const std::vector<Found> found = get(keys);
    for (std::size_t i = 0; i < keys.size(); ++i) visit(keys[i], found[i]);
    keys.clear();
  };
  for (const ImageId& id : ids(kind)) {
    keys.push_back({.id = id, .kind = kind});
    if (keys.size() == at_once) visit_those();
  }
  visit_those();
}

std::unique_ptr<Shelf> open_shelf(const std::string& place) { return std::make_unique<FolderShelf>(place); }

}  // namespace symkit::store

#include "store/shelf.h"

#include <algorithm>
#include <utility>

#include "base/words.h"

namespace symkit::store {

std::string part_digits(const Key& key) {
  const std::string digits = hex(key.part).substr(2);
  return std::string(16 - digits.size(), '0') + digits;
}

Found Shelf::find(const Key& key) { return std::move(get({&key, 1}).front()); }

Result<Shelf::Match> Shelf::find_like(const ImageId& id, index::Kind kind,
                                      const std::function<bool(const ImageId&)>& same) {
  Match match{.key = {.id = id, .kind = kind}, .blob = {}};
  auto found = find(match.key);
  if (found && *found == nullptr) {
    const auto ids = ids_like(id, kind);
    if (!ids) return fail(ids.error());
    const auto meant = std::ranges::find_if(*ids, same);
    if (meant == ids->end()) return match;
    match.key.id = *meant;
    found = find(match.key);
  }
  if (!found) return fail(found.error());
  match.blob = std::move(*found);
  return match;
}

Result<void> Shelf::each(index::Kind kind, const Visit& visit) {
  // A shelf may hold more indexes than a process can have open.
  constexpr std::size_t at_once = 64;
  std::vector<Key> keys;
  const auto visit_those = [&] {
    const std::vector<Found> found = get(keys);
    for (std::size_t i = 0; i < keys.size(); ++i) visit(keys[i], found[i]);
    keys.clear();
  };
  const auto all = ids(kind);
  if (!all) return fail(all.error());
  for (const ImageId& id : *all) {
    keys.push_back({.id = id, .kind = kind});
    if (keys.size() == at_once) visit_those();
  }
  visit_those();
  return {};
}

}  // namespace symkit::store

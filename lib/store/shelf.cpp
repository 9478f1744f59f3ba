#include "store/shelf.h"

#include <algorithm>
#include <utility>

#include "base/words.h"

namespace symkit::store {

std::string part_digits(const Key& key) {
  const std::string digits = hex(key.part).substr(2);
  return std::string(16 - digits.size(), '0') + digits;
}

std::vector<index::Kind> forms_of(index::Kind kind) {
  if (kind == index::Kind::Native) return {kind, index::Kind::Manifest};
  return {kind};
}

std::vector<Key> keys_of(const ImageId& id, std::span<const index::Kind> kinds) {
  std::vector<Key> keys;
  keys.reserve(kinds.size());
  for (const index::Kind kind : kinds) keys.push_back({.id = id, .kind = kind});
  return keys;
}

Found Shelf::find(const Key& key) { return std::move(get({&key, 1}).front()); }

Result<Shelf::Match> Shelf::find_first(const ImageId& id, std::span<const index::Kind> kinds) {
  const std::vector<Key> keys = keys_of(id, kinds);
  Match match{.key = keys.front(), .blob = {}};
  std::vector<Found> found = get(keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!found[i]) return fail(found[i].error());
    if (*found[i]) return Match{keys[i], std::move(*found[i])};
  }
  return match;
}

Result<Shelf::Match> Shelf::find_like(const ImageId& id, std::span<const index::Kind> kinds,
                                      const std::function<bool(const ImageId&)>& same) {
  auto match = find_first(id, kinds);
  if (!match || match->blob) return match;
  for (const index::Kind kind : kinds) {
    const auto ids = ids_like(id, kind);
    if (!ids) return fail(ids.error());
    const auto meant = std::ranges::find_if(*ids, same);
    if (meant == ids->end()) continue;
    auto other = find_first(*meant, {&kind, 1});
    if (!other || other->blob) return other;
  }
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

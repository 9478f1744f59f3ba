#include "keep/store/shelf.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ground/base/words.h"

namespace symkit::store {
namespace {

// At most this many of the images that an id may mean are examined.
constexpr std::size_t most_alike = 16;

}  // namespace

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

// For one id, in the order of kinds.
Result<Shelf::Match> Shelf::first_of(std::span<const Key> keys, std::span<Found> found) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!found[i]) return fail(found[i].error());
    if (*found[i]) return Match{keys[i], std::move(*found[i])};
  }
  return Match{.key = keys.front(), .blob = {}};
}

Found Shelf::find(const Key& key) { return std::move(get({&key, 1}).front()); }

Result<Shelf::Match> Shelf::find_first(const ImageId& id, std::span<const index::Kind> kinds) {
  const std::vector<Key> keys = keys_of(id, kinds);
  std::vector<Found> found = get(keys);
  return first_of(keys, found);
}

std::vector<Result<Shelf::Match>> Shelf::find_each_like(std::span<const ImageId> ids,
                                                        std::span<const index::Kind> kinds,
                                                        const Same& same) {
  std::vector<Key> keys;
  for (const ImageId& id : ids) std::ranges::copy(keys_of(id, kinds), std::back_inserter(keys));
  std::vector<Result<Match>> matches;
  std::vector<std::size_t> missing;
  std::vector<Found> found = get(keys);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::size_t at = i * kinds.size();
    matches.push_back(
        first_of(std::span(keys).subspan(at, kinds.size()), std::span(found).subspan(at, kinds.size())));
    if (matches.back() && matches.back()->blob == nullptr) missing.push_back(i);
  }
  if (!missing.empty()) find_by_likeness(ids, missing, kinds, same, matches);
  return matches;
}

// For ids that are not found as they are.
void Shelf::find_by_likeness(std::span<const ImageId> ids, std::span<const std::size_t> missing,
                             std::span<const index::Kind> kinds, const Same& same,
                             std::vector<Result<Match>>& matches) {
  std::vector<Key> asked, meant;
  std::vector<std::size_t> of_meant;
  for (const std::size_t i : missing) std::ranges::copy(keys_of(ids[i], kinds), std::back_inserter(asked));
  const auto likes = ids_like_each(asked);
  for (std::size_t at = 0; at < asked.size(); ++at) {
    Result<Match>& match = matches[missing[at / kinds.size()]];
    if (!likes[at]) {
      if (match) match = fail(likes[at].error());
      continue;
    }
    // One store may list an image that is nowhere, and the next store the right one.
    std::size_t most = most_alike;
    for (const ImageId& have : *likes[at]) {
      if (!same(asked[at].id, have)) continue;
      if (most-- == 0) break;
      meant.push_back({.id = have, .kind = asked[at].kind});
      of_meant.push_back(missing[at / kinds.size()]);
    }
  }
  std::vector<Found> found = meant.empty() ? std::vector<Found>() : get(meant);
  for (std::size_t at = 0; at < meant.size(); ++at) {
    Result<Match>& match = matches[of_meant[at]];
    auto other = first_of(std::span(meant).subspan(at, 1), std::span(found).subspan(at, 1));
    if (match ? match->blob == nullptr : other && other->blob) match = std::move(other);
  }
}

Result<Shelf::Match> Shelf::find_like(const ImageId& id, std::span<const index::Kind> kinds,
                                      const std::function<bool(const ImageId&)>& same) {
  return std::move(find_each_like({&id, 1}, kinds, [&](const ImageId&, const ImageId& have) {
                     return same(have);
                   }).front());
}

Shelf::Ids Shelf::ids_like(const ImageId& id, index::Kind kind) {
  const Key key{.id = id, .kind = kind};
  return std::move(ids_like_each({&key, 1}).front());
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

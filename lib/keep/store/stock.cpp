#include "keep/store/stock.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "keep/store/parts.h"

namespace symkit::store {
namespace {

// A native index in one piece is a different thing from its parts and their manifest; other kinds have
// either one under the same key.
std::tuple<ImageId, index::Kind, bool> group_of(const Key& key) {
  const bool is_manifest = key.kind == index::Kind::Manifest;
  const index::Kind kind = is_manifest ? index::Kind::Native : key.kind;
  return {key.id, kind, kind == index::Kind::Native && (is_manifest || key.part != 0)};
}

void add(const Item& item, Holding& holding) {
  const bool is_copy = is_copied_head(item.key);
  const bool is_head = item.key.is_whole();
  holding.bytes += item.bytes;
  holding.used = std::max(holding.used, item.used);
  holding.has_head = holding.has_head || is_head;
  holding.is_copy = holding.is_copy || is_copy;
  if (!is_head && !is_copy) ++holding.parts;
  holding.keys.insert(is_head ? holding.keys.begin() : holding.keys.end(), item.key);
}

}  // namespace

Result<std::vector<Holding>> holdings_of(StockedShelf& shelf) {
  std::map<std::tuple<ImageId, index::Kind, bool>, Holding> groups;
  const auto listed = shelf.list([&](const Item& item) {
    const auto group = group_of(item.key);
    Holding& holding = groups[group];
    holding.id = item.key.id;
    holding.kind = std::get<index::Kind>(group);
    add(item, holding);
  });
  if (!listed) return fail(listed.error());
  std::vector<Holding> all;
  all.reserve(groups.size());
  for (auto& [group, holding] : groups) all.push_back(std::move(holding));
  for (Holding& holding : all)
    if (holding.has_head) holding.is_copy = false;
  return all;
}

std::uint64_t bytes_of(std::span<const Holding> holdings) {
  std::uint64_t bytes = 0;
  for (const Holding& holding : holdings) bytes += holding.bytes;
  return bytes;
}

}  // namespace symkit::store

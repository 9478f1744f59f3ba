#include "store/chain_shelf.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "base/words.h"
#include "store/parts.h"
#include "store/sound.h"

namespace symkit::store {
namespace {

// More than a chain's users ask for again.
constexpr std::size_t most_remembered = 100'000;

bool is_native(const Key& key) {
  return key.is_whole() && (key.kind == index::Kind::Native || key.kind == index::Kind::Manifest);
}

bool is_whole_manifest(const Key& key) { return key.kind == index::Kind::Manifest && key.is_whole(); }

}  // namespace

// What is known so far of each key that is asked for.
struct ChainShelf::Search {
  struct Item {
    io::SharedBlob found = nullptr;
    io::SharedBlob unsound = nullptr;  // there is something, but it is not what belongs there
    std::optional<Error> error = {};
    bool is_settled = false;                // in its other form: in one piece, or in parts
    std::vector<std::size_t> copy_to = {};  // the links that would have had it
    Where where = {};                       // what is given is from

    Found result() {
      if (found) return std::move(found);
      if (is_settled) return nullptr;
      if (unsound) return std::move(unsound);
      if (error) return fail(std::move(*error));
      return nullptr;
    }
  };
  std::vector<Item> items;
};

ChainShelf::ChainShelf(std::vector<std::unique_ptr<Shelf>> shelves) : links_(shelves.size()) {
  for (std::size_t i = 0; i < shelves.size(); ++i) links_[i].shelf = std::move(shelves[i]);
}

std::vector<Found> ChainShelf::get(std::span<const Key> keys) {
  Search search{std::vector<Search::Item>(keys.size())};
  for (std::size_t link = 0; link < links_.size(); ++link) {
    ask(link, keys, search);
    settle_other_forms(keys, search);
  }
  std::vector<Found> found;
  found.reserve(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    Search::Item& item = search.items[i];
    if (item.found || item.unsound) remember(keys[i], item.where);
    found.push_back(item.result());
  }
  return found;
}

// What has not been found yet, in one question; of manifests their copies, too.
void ChainShelf::ask(std::size_t link, std::span<const Key> keys, Search& search) {
  std::vector<Key> wanted;
  std::vector<std::size_t> items;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (search.items[i].found || search.items[i].is_settled) continue;
    wanted.push_back(keys[i]);
    items.push_back(i);
    if (!is_whole_manifest(keys[i])) continue;
    wanted.push_back(copied_manifest(keys[i].id));
    items.push_back(i);
  }
  if (wanted.empty()) return;
  std::vector<Found> found = links_[link].shelf->get(wanted);
  for (std::size_t i = 0; i < found.size(); ++i)
    take({link, wanted[i]}, keys[items[i]], std::move(found[i]), search, items[i]);
}

// Who has an index in one piece is not asked for its parts, nor the other way round: nobody further on is,
// either.
void ChainShelf::settle_other_forms(std::span<const Key> keys, Search& search) {
  std::set<ImageId> found;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (search.items[i].found && is_native(keys[i])) found.insert(keys[i].id);
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (!search.items[i].found && is_native(keys[i])) search.items[i].is_settled = found.contains(keys[i].id);
}

void ChainShelf::take(const Where& where, const Key& key, Found found, Search& search, std::size_t at) {
  Search::Item& item = search.items[at];
  if (item.found) return;
  if (!found) {
    if (!item.error) item.error = std::move(found.error());
    return;
  }
  if (*found != nullptr && check_header(key, (*found)->bytes())) {
    item.where = where;
    item.found = std::move(*found);
    std::erase(item.copy_to, where.link);
    copy_back(item.copy_to, key, item.found);
    return;
  }
  if (item.copy_to.empty() || item.copy_to.back() != where.link) item.copy_to.push_back(where.link);
  if (*found == nullptr || item.unsound) return;
  item.where = where;
  item.unsound = std::move(*found);
}

// A shelf that has taken no copy is not offered any more: it may be read-only, or full.
void ChainShelf::copy_back(const std::vector<std::size_t>& links, const Key& key,
                           const io::SharedBlob& blob) {
  std::optional<bool> is_sound;
  const std::array pieces = {blob->bytes()};
  for (const std::size_t link : links) {
    if (!links_[link].takes_copies) continue;
    if (!is_sound) is_sound = check_all(key, blob->bytes()).has_value();
    if (!*is_sound) return;
    const Key copy = is_whole_manifest(key) ? copied_manifest(key.id) : key;
    if (!links_[link].shelf->put(copy, pieces)) links_[link].takes_copies = false;
  }
}

Result<void> ChainShelf::put(const Key& key, std::span<const Bytes> pieces) {
  std::optional<Error> first;
  for (std::size_t link = 0; link < links_.size(); ++link) {
    Shelf& shelf = *links_[link].shelf;
    auto put = shelf.put(key, pieces);
    if (put) {
      remember(key, {link, key});
      return {};
    }
    if (!first) first = std::move(put.error());
    // Behind this one nobody would find it.
    if (const auto older = shelf.find(key); older && *older) break;
  }
  return fail(std::move(*first));
}

// Of those that can be asked; an error where none of them has any and one could not be.
template <class Ask>
Result<std::vector<ImageId>> ChainShelf::all_ids(Ask ask) {
  std::vector<ImageId> all;
  std::optional<Error> error;
  for (const Link& link : links_) {
    auto ids = ask(*link.shelf);
    if (ids) {
      all.insert(all.end(), ids->begin(), ids->end());
    } else if (!error) {
      error = std::move(ids.error());
    }
  }
  if (all.empty() && error) return fail(std::move(*error));
  std::ranges::sort(all);
  const auto twice = std::ranges::unique(all);
  all.erase(twice.begin(), twice.end());
  return all;
}

Result<std::vector<ImageId>> ChainShelf::ids(index::Kind kind) {
  return all_ids([&](Shelf& shelf) { return shelf.ids(kind); });
}

Result<std::vector<ImageId>> ChainShelf::ids_like(const ImageId& id, index::Kind kind) {
  return all_ids([&](Shelf& shelf) { return shelf.ids_like(id, kind); });
}

Result<void> ChainShelf::each(index::Kind kind, const Visit& visit) {
  std::set<Key> seen;
  Result<void> done;
  for (std::size_t link = 0; link < links_.size(); ++link) {
    auto visited = links_[link].shelf->each(kind, [&](const Key& key, const Found& found) {
      if (!found || *found == nullptr || !seen.insert(key).second) return;
      remember(key, {link, key});
      visit(key, found);
    });
    if (!visited && done) done = std::move(visited);
  }
  return done;
}

std::string ChainShelf::place() const {
  std::string all;
  for (const Link& link : links_) all += say(all.empty() ? "" : ", ", link.shelf->place());
  return all;
}

std::uint64_t ChainShelf::outages() const {
  std::uint64_t all = 0;
  for (const Link& link : links_) all += link.shelf->outages();
  return all;
}

std::string ChainShelf::trouble() const {
  std::string all;
  for (const Link& link : links_)
    if (const std::string trouble = link.shelf->trouble(); !trouble.empty())
      all += say(all.empty() ? "" : "; ", trouble);
  return all;
}

void ChainShelf::remember(const Key& key, const Where& where) {
  const std::scoped_lock locked(lock_);
  if (where_.size() >= most_remembered) where_.clear();
  where_[key] = where;
}

std::string ChainShelf::place_of(const Key& key) const {
  const std::scoped_lock locked(lock_);
  const auto known = where_.find(key);
  const Where where = known == where_.end() ? Where{0, key} : known->second;
  return links_[where.link].shelf->place_of(where.key);
}

}  // namespace symkit::store

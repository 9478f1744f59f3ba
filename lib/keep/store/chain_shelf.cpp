#include "keep/store/chain_shelf.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "ground/base/words.h"
#include "keep/index/part_table.h"
#include "keep/store/parts.h"
#include "keep/store/sound.h"

namespace symkit::store {
namespace {

// More than callers look up again.
constexpr std::size_t most_remembered = 100'000;

bool is_native(const Key& key) {
  return key.is_whole() && (key.kind == index::Kind::Native || key.kind == index::Kind::Manifest);
}

bool is_part(const Key& key) {
  return !key.is_whole() && !is_copied_head(key) && key.kind != index::Kind::Manifest;
}

// Whether the value may be a manifest.
bool may_lead_to_parts(const Key& key) { return key.is_whole() && key.kind != index::Kind::Native; }

}  // namespace

// The state of a search for several keys.
struct ChainShelf::Search {
  struct Item {
    io::SharedBlob found = nullptr;
    io::SharedBlob unsound = nullptr;  // a value that failed the check
    std::optional<Error> error = {};
    bool is_settled = false;                // the index exists in the other form
    std::vector<std::size_t> copy_to = {};  // links that should get a copy
    Where where = {};                       // where the result is from

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

ChainShelf::ChainShelf(std::vector<std::unique_ptr<Shelf>> shelves, Copies copies)
    : links_(shelves.size()), copies_(copies) {
  for (std::size_t i = 0; i < shelves.size(); ++i) {
    links_[i].shelf = std::move(shelves[i]);
    links_[i].takes_copies = copies == Copies::ToEarlier;
  }
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
    if (!item.found && is_part(keys[i])) item.found = cut_out(keys[i]);
    if (item.found || item.unsound) remember(keys[i], item.where);
    found.push_back(item.result());
  }
  return found;
}

// A part of an index that one of the stores has in one piece.
io::SharedBlob ChainShelf::cut_out(const Key& key) {
  std::vector<Shelf*> shelves;
  shelves.reserve(links_.size());
  for (const Link& link : links_) shelves.push_back(link.shelf.get());
  return cut_.part(key, shelves);
}

// Requests what has not been found yet in one query; for a possible manifest, its copy as well.
void ChainShelf::ask(std::size_t link, std::span<const Key> keys, Search& search) {
  std::vector<Key> wanted;
  std::vector<std::size_t> items;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (search.items[i].found || search.items[i].is_settled) continue;
    wanted.push_back(keys[i]);
    items.push_back(i);
    if (!may_lead_to_parts(keys[i])) continue;
    wanted.push_back(copied_head(keys[i]));
    items.push_back(i);
  }
  if (wanted.empty()) return;
  std::vector<Found> found = links_[link].shelf->get(wanted);
  for (std::size_t i = 0; i < found.size(); ++i)
    take({link, wanted[i]}, keys[items[i]], std::move(found[i]), search, items[i]);
}

// If an index was found in one form (in one piece, or in parts), it is not looked up in the other form,
// also not in later links.
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

// A shelf that refused a copy is not offered another: it may be read-only or full.
void ChainShelf::copy_back(const std::vector<std::size_t>& links, const Key& key,
                           const io::SharedBlob& blob) {
  std::optional<bool> is_sound;
  const std::array pieces = {blob->bytes()};
  for (const std::size_t link : links) {
    if (!links_[link].takes_copies) continue;
    if (!is_sound) is_sound = check_all(key, blob->bytes()).has_value();
    if (!*is_sound) return;
    const bool is_manifest = key.kind == index::Kind::Manifest || index::leads_to_parts(blob->bytes());
    const Key copy = key.is_whole() && is_manifest ? copied_head(key) : key;
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
    if (copies_ == Copies::None) break;
    // The older index here would hide one that is put further on.
    if (const auto older = shelf.find(key); older && *older) break;
  }
  return fail(std::move(*first));
}

// The ids of all available links; an error if none has any and one was unavailable.
Result<std::vector<ImageId>> ChainShelf::joined(std::vector<Shelf::Ids> of_links) {
  std::vector<ImageId> all;
  std::optional<Error> error;
  for (auto& ids : of_links) {
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
  std::vector<Shelf::Ids> of_links;
  of_links.reserve(links_.size());
  for (const Link& link : links_) of_links.push_back(link.shelf->ids(kind));
  return joined(std::move(of_links));
}

std::vector<Shelf::Ids> ChainShelf::ids_like_each(std::span<const Key> keys) {
  std::vector<std::vector<Result<std::vector<ImageId>>>> of_keys(keys.size());
  for (const Link& link : links_) {
    auto likes = link.shelf->ids_like_each(keys);
    for (std::size_t i = 0; i < keys.size(); ++i) of_keys[i].push_back(std::move(likes[i]));
  }
  std::vector<Shelf::Ids> all;
  all.reserve(of_keys.size());
  for (auto& of_links : of_keys) all.push_back(joined(std::move(of_links)));
  return all;
}

// Added where the index was put.
Result<void> ChainShelf::add_name(std::string_view name, const Key& key) {
  return links_[where_is(key).link].shelf->add_name(name, key);
}

Result<Shelf::OfName> ChainShelf::of_name(std::string_view name, index::Kind kind) {
  OfName all;
  for (const Link& link : links_) {
    const auto here = link.shelf->of_name(name, kind);
    if (!here) return here;
    all.several = all.several || here->several || (all.only && here->only && *all.only != *here->only);
    if (here->only) all.only = here->only;
  }
  return all;
}

void ChainShelf::note_asked(const Key& key, std::uint64_t stamp) {
  for (const Link& link : links_) link.shelf->note_asked(key, stamp);
}

bool ChainShelf::was_asked(const Key& key, std::uint64_t stamp) {
  return std::ranges::any_of(links_, [&](const Link& link) { return link.shelf->was_asked(key, stamp); });
}

bool ChainShelf::is_far() const {
  return std::ranges::any_of(links_, [](const Link& link) { return link.shelf->is_far(); });
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

ChainShelf::Where ChainShelf::where_is(const Key& key) const {
  const std::scoped_lock locked(lock_);
  const auto known = where_.find(key);
  return known == where_.end() ? Where{0, key} : known->second;
}

std::string ChainShelf::place_of(const Key& key) const {
  const Where where = where_is(key);
  return links_[where.link].shelf->place_of(where.key);
}

}  // namespace symkit::store

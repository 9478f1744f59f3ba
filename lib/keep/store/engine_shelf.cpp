#include "keep/store/engine_shelf.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "ground/base/words.h"
#include "keep/store/engine_keys.h"
#include "keep/store/like_ids.h"
#include "keep/store/packed.h"
#include "keep/store/sound.h"

namespace symkit::store {
namespace {

// More images than are renewed at the end of a run.
constexpr std::size_t most_to_renew = 1'000;

// As in index files; longer names are not stored.
constexpr std::size_t longest_name = 255;
constexpr std::string_view several_mark = "several";

constexpr std::string_view put_again = "; store it again with symstore push";

}  // namespace

EngineShelf::EngineShelf(std::unique_ptr<redis::Engine> engine, std::chrono::seconds expire)
    : engine_(std::move(engine)), writer_(*engine_, expire) {}

EngineShelf::~EngineShelf() {
  for (const Key& key : to_renew_)
    if (!writer_.renew(key)) return;  // it is read-only or unavailable
}

// For an index that was put in parts, the place of its manifest.
std::string EngineShelf::place_of(const Key& key) const {
  Key there = key;
  if (key.kind == index::Kind::Native && key.is_whole()) {
    const std::scoped_lock locked(lock_);
    if (in_parts_.contains(key.id)) there.kind = index::Kind::Manifest;
  }
  return say(engine_->place(), ' ', engine_key(there));
}

// Gets the values, and the lifetime of each image that may be used, in one query.
std::vector<Found> EngineShelf::get(std::span<const Key> keys) {
  std::vector<std::string> asked;
  std::map<ImageId, std::size_t> lifetimes;  // positions in `asked`
  for (const Key& key : keys) asked.push_back(engine_key(key));
  for (const Key& key : keys)
    if (key.is_whole() && lifetimes.emplace(key.id, asked.size()).second)
      asked.push_back(lifetime_key(key.id));
  auto values = engine_->get(asked);
  std::vector<Found> found;
  found.reserve(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    found.push_back(sound(keys[i], plain(keys[i], std::move(values[i]))));
    if (keys[i].is_whole() && found.back() && *found.back()) note_use(keys[i], values[lifetimes[keys[i].id]]);
  }
  return found;
}

// Decompressed.
Found EngineShelf::plain(const Key& key, Result<io::SharedBlob> value) const {
  if (!value) return fail(outages_.unavailable(value.error().message));
  if (*value == nullptr) return nullptr;
  const std::uint64_t most = most_unpacked(**value);
  auto whole = unpacked(std::move(*value), most);
  return whole ? std::move(whole) : fail(say(place_of(key), ' ', whole.error().message, put_again));
}

Found EngineShelf::sound(const Key& key, Found value) const {
  if (!value || *value == nullptr) return value;
  const Bytes bytes = (*value)->bytes();
  if (const auto checked = check_all(key, bytes); !checked)
    return fail(say(place_of(key), ' ', checked.error().message, put_again));
  return value;
}

void EngineShelf::note_use(const Key& key, const Result<io::SharedBlob>& said) {
  if (!said) return;
  const auto lifetime = *said ? read_lifetime(as_text((*said)->bytes())) : std::nullopt;
  if (lifetime && !lifetime->is_due(now())) return;
  const std::scoped_lock locked(lock_);
  if (to_renew_.size() < most_to_renew) to_renew_.insert(key);
}

Result<void> EngineShelf::put(const Key& key, std::span<const Bytes> pieces) {
  std::vector<std::uint8_t> joined;
  if (pieces.size() != 1)
    for (const Bytes piece : pieces) joined.insert(joined.end(), piece.begin(), piece.end());
  const Bytes bytes = pieces.size() == 1 ? pieces.front() : Bytes(joined);
  const auto put = writer_.put(key, bytes);
  if (!put) return fail(say("store ", put.error().message));
  if (key.kind != index::Kind::Native || !key.is_whole()) return {};
  const std::scoped_lock locked(lock_);
  if (bytes.size() > EngineWriter::largest_value) {
    in_parts_.insert(key.id);
  } else {
    in_parts_.erase(key.id);
  }
  return {};
}

// The first image sets the name; another one marks it as the name of several, for good.
Result<void> EngineShelf::add_name(std::string_view name, const Key& key) {
  if (name.empty() || name.size() > longest_name) return {};
  const std::array at = {name_key(name, key.kind)};
  const std::string id = key.id.hex();
  const auto is_first = engine_->put_if_absent(at[0], as_bytes(id), life_of_name);
  if (!is_first) return fail(say("store ", is_first.error().message));
  if (*is_first) return {};
  const auto said = engine_->get(at);
  if (!said[0]) return fail(say("store ", said[0].error().message));
  const std::string_view value = *said[0] ? as_text((*said[0])->bytes()) : std::string_view();
  if (value == id || value == several_mark) return engine_->renew(at, life_of_name);
  const Bytes several = as_bytes(several_mark);
  const redis::Engine::Entry entry{at[0], {&several, 1}};
  const auto put = engine_->put({&entry, 1}, life_of_name);
  return put ? put : fail(say("store ", put.error().message));
}

Result<Shelf::OfName> EngineShelf::of_name(std::string_view name, index::Kind kind) {
  if (name.empty() || name.size() > longest_name) return OfName();
  const std::array at = {name_key(name, kind)};
  const auto said = engine_->get(at);
  if (!said[0]) return fail(outages_.unavailable(said[0].error().message));
  if (*said[0] == nullptr) return OfName();
  const auto id = ImageId::parse(as_text((*said[0])->bytes()));
  return OfName{.only = id, .several = !id};
}

Result<std::vector<ImageId>> EngineShelf::ids(index::Kind kind) {
  std::vector<ImageId> all;
  const auto scanned = engine_->scan(engine_pattern(kind), [&](std::string_view text) {
    if (const auto key = read_engine_key(text); key && key->kind == kind && key->is_whole())
      all.push_back(key->id);
  });
  if (!scanned) return fail(outages_.unavailable(scanned.error().message));
  std::ranges::sort(all);
  const auto twice = std::ranges::unique(all);
  all.erase(twice.begin(), twice.end());
  return all;
}

std::vector<Shelf::Ids> EngineShelf::ids_like_each(std::span<const Key> keys) {
  const std::vector<LikeId> candidates = like_ids(keys);
  std::vector<std::string> asked;
  asked.reserve(candidates.size());
  for (const auto& [of, id, is_cut] : candidates)
    asked.push_back(is_cut ? long_id_key(id, keys[of].kind) : engine_key({.id = id, .kind = keys[of].kind}));
  std::vector<Shelf::Ids> likes(keys.size());
  const auto values = engine_->get(asked);
  for (std::size_t at = 0; at < values.size(); ++at) {
    const LikeId& candidate = candidates[at];
    Result<std::vector<ImageId>>& like = likes[candidate.of];
    if (!values[at] && like) like = fail(outages_.unavailable(values[at].error().message));
    if (!values[at] || *values[at] == nullptr || !like) continue;
    const auto id =
        candidate.is_cut ? ImageId::from_bytes((*values[at])->bytes()) : std::optional(candidate.id);
    if (id) like->push_back(*id);  // find_each_like() checks whether it is like the key's
  }
  return likes;
}

Result<void> EngineShelf::each(index::Kind /*kind*/, const Visit& /*visit*/) { return {}; }

}  // namespace symkit::store

#include "store/engine_shelf.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/guid.h"
#include "base/words.h"
#include "store/blocks.h"
#include "store/engine_keys.h"
#include "store/sound.h"

namespace symkit::store {
namespace {

// More images than are renewed at the end of a run.
constexpr std::size_t most_to_renew = 1'000;

}  // namespace

EngineShelf::EngineShelf(std::unique_ptr<redis::Engine> engine, std::chrono::seconds expire)
    : engine_(std::move(engine)), writer_(*engine_, expire) {}

EngineShelf::~EngineShelf() {
  for (const Key& key : to_renew_)
    if (!writer_.renew(key)) return;  // it only may be read, or does not answer any more
}

std::string EngineShelf::place_of(const Key& key) const {
  return say(engine_->place(), ' ', engine_key(key));
}

// The values, and of each image that may be used how long it lives, in one question.
std::vector<Found> EngineShelf::get(std::span<const Key> keys) {
  std::vector<std::string> asked;
  std::map<ImageId, std::size_t> lifetimes;  // places in `asked`
  for (const Key& key : keys) asked.push_back(engine_key(key));
  for (const Key& key : keys)
    if (key.is_whole() && lifetimes.emplace(key.id, asked.size()).second)
      asked.push_back(lifetime_key(key.id));
  auto values = engine_->get(asked);
  std::vector<Found> found;
  found.reserve(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    found.push_back(sound(keys[i], std::move(values[i])));
    if (keys[i].is_whole() && found.back() && *found.back()) note_use(keys[i], values[lifetimes[keys[i].id]]);
  }
  join_blocks(keys, found);
  return found;
}

Found EngineShelf::sound(const Key& key, Result<io::SharedBlob> value) const {
  if (!value) return fail(unavailable(value.error()));
  if (*value == nullptr) return nullptr;
  const Bytes bytes = (*value)->bytes();
  if (key.is_whole() && key.kind != index::Kind::Manifest && is_block_table(bytes)) return value;
  if (const auto checked = check_all(key, bytes); !checked)
    return fail(say(place_of(key), ' ', checked.error().message, "; put it there again with symstore push"));
  return value;
}

// Tables give way to what they are the tables of, all in one question.
void EngineShelf::join_blocks(std::span<const Key> keys, std::vector<Found>& found) {
  struct Joined {
    std::size_t at;  // in `keys`
    std::vector<Block> blocks;
  };
  std::vector<Joined> all;
  std::vector<std::string> asked;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!keys[i].is_whole() || keys[i].kind == index::Kind::Manifest || !found[i] || *found[i] == nullptr)
      continue;
    const Bytes table = (*found[i])->bytes();
    if (!is_block_table(table)) continue;
    auto blocks = read_block_table(keys[i].id, table);
    if (!blocks) {
      found[i] = fail(say(place_of(keys[i]), ' ', blocks.error().message));
      continue;
    }
    for (const Block& block : *blocks)
      asked.push_back(engine_key({keys[i].id, keys[i].kind, block.checksum}));
    all.push_back({i, std::move(*blocks)});
  }
  if (all.empty()) return;
  const auto values = engine_->get(asked);
  std::size_t next = 0;
  for (const Joined& joined : all) {
    found[joined.at] =
        join(keys[joined.at], joined.blocks, std::span(values).subspan(next, joined.blocks.size()));
    next += joined.blocks.size();
  }
}

Found EngineShelf::join(const Key& key, std::span<const Block> blocks,
                        std::span<const Result<io::SharedBlob>> values) const {
  std::vector<std::uint8_t> whole;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (!values[i]) return fail(unavailable(values[i].error()));
    const Bytes bytes = *values[i] ? (*values[i])->bytes() : Bytes();
    if (bytes.size() != blocks[i].size || index::checksum_of(bytes) != blocks[i].checksum)
      return fail(
          say(place_of(key), " lacks a block, or has another one; put it there again with symstore push"));
    whole.insert(whole.end(), bytes.begin(), bytes.end());
  }
  return sound(key, io::blob_of(std::move(whole)));
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
  const auto put = writer_.put(key, pieces.size() == 1 ? pieces.front() : Bytes(joined));
  return put ? put : fail(say("store ", put.error().message));
}

Result<std::vector<ImageId>> EngineShelf::ids(index::Kind kind) {
  std::vector<ImageId> all;
  const auto scanned = engine_->scan(engine_pattern(kind), [&](std::string_view text) {
    if (const auto key = read_engine_key(text); key && key->kind == kind && key->is_whole())
      all.push_back(key->id);
  });
  if (!scanned) return fail(unavailable(scanned.error()));
  std::ranges::sort(all);
  const auto twice = std::ranges::unique(all);
  all.erase(twice.begin(), twice.end());
  return all;
}

// A log's id may be the first 16 bytes of the image's, also in the order of a GUID; or the image has those
// alone.
Result<std::vector<ImageId>> EngineShelf::ids_like(const ImageId& id, index::Kind kind) {
  if (id.bytes().size() < cut_id_size) return std::vector<ImageId>();
  const ImageId cut = *ImageId::from_bytes(id.bytes().first(cut_id_size));
  std::vector<ImageId> candidates{cut};
  if (id == cut) candidates.push_back(with_guid_order(cut));
  std::vector<std::string> asked;
  for (const ImageId& candidate : candidates) {
    asked.push_back(engine_key({.id = candidate, .kind = kind}));
    asked.push_back(long_id_key(candidate, kind));
  }
  const auto values = engine_->get(asked);
  std::vector<ImageId> like;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) return fail(unavailable(values[i].error()));
    if (*values[i] == nullptr) continue;
    const ImageId& candidate = candidates[i / 2];
    const auto longer = i % 2 == 0 ? candidate : ImageId::from_bytes((*values[i])->bytes());
    if (longer) like.push_back(*longer);  // find_like() sees whether it is like the id
  }
  return like;
}

// It is counted, so that nobody takes the answers of this time for the last word.
Error EngineShelf::unavailable(const Error& error) const {
  const std::scoped_lock locked(lock_);
  ++outages_;
  trouble_ = say("store unavailable (", error.message, ")");
  return {trouble_};
}

std::uint64_t EngineShelf::outages() const {
  const std::scoped_lock locked(lock_);
  return outages_;
}

std::string EngineShelf::trouble() const {
  const std::scoped_lock locked(lock_);
  return trouble_;
}

Result<void> EngineShelf::each(index::Kind /*kind*/, const Visit& /*visit*/) { return {}; }

}  // namespace symkit::store

#include "store/engine_writer.h"

#include <array>

#include "base/words.h"
#include "index/manifest.h"
#include "index/parts.h"
#include "store/blocks.h"
#include "store/engine_keys.h"
#include "store/parts.h"

namespace symkit::store {
namespace {

// Values on their way, some megabytes at a time: a round trip for each would take longer than all the rest.
class Batch {
 public:
  Batch(redis::Engine& engine, std::chrono::seconds expire) : engine_(engine), expire_(expire) {}

  Result<void> add(std::string key, Bytes value) {
    values_.emplace_back(value.begin(), value.end());
    keys_.push_back(std::move(key));
    bytes_ += value.size();
    return bytes_ < most_bytes ? Result<void>() : send();
  }

  Result<void> send() {
    std::vector<Bytes> pieces(values_.begin(), values_.end());
    std::vector<redis::Engine::Entry> entries;
    entries.reserve(keys_.size());
    for (std::size_t i = 0; i < keys_.size(); ++i)
      entries.push_back({std::move(keys_[i]), std::span(pieces).subspan(i, 1)});
    keys_.clear();
    bytes_ = 0;
    auto sent = entries.empty() ? Result<void>() : engine_.put(entries, expire_);
    values_.clear();
    return sent;
  }

 private:
  static constexpr std::size_t most_bytes = std::size_t{4} << 20;

  redis::Engine& engine_;
  std::chrono::seconds expire_;
  std::vector<std::string> keys_;
  std::vector<std::vector<std::uint8_t>> values_;
  std::size_t bytes_ = 0;
};

std::optional<ImageId> cut_id(const ImageId& id) {
  if (id.bytes().size() <= cut_id_size) return std::nullopt;
  return ImageId::from_bytes(id.bytes().first(cut_id_size));
}

}  // namespace

Result<void> EngineWriter::put(const Key& key, Bytes bytes) {
  if (key.id.empty()) return fail("an index without an id cannot be stored");
  if (!key.is_whole() || key.kind == index::Kind::Manifest || bytes.size() <= largest_value)
    return put_head(key, bytes);
  return key.kind == index::Kind::Native ? put_parts(key, bytes) : put_blocks(key, bytes);
}

Result<void> EngineWriter::put_parts(const Key& key, Bytes bytes) {
  const auto index = index::NativeIndex::open(bytes);
  if (!index) return fail(index.error());
  Batch batch(engine_, lifetime().of_parts());
  const auto manifest = index::cut_in_parts(*index, [&](std::uint64_t checksum, Bytes part) {
    return batch.add(engine_key(part_key(key.id, checksum)), part);
  });
  if (!manifest) return fail(manifest.error());
  if (auto sent = batch.send(); !sent) return sent;
  if (auto put = put_head({.id = key.id, .kind = index::Kind::Manifest}, *manifest); !put) return put;
  return remove(key);  // one that was small once
}

Result<void> EngineWriter::put_blocks(const Key& key, Bytes bytes) {
  const std::vector<Bytes> blocks = cut_in_blocks(bytes);
  Batch batch(engine_, lifetime().of_parts());
  for (const Bytes block : blocks)
    if (auto added = batch.add(engine_key({key.id, key.kind, index::checksum_of(block)}), block); !added)
      return added;
  if (auto sent = batch.send(); !sent) return sent;
  return put_head(key, block_table(key.id, blocks));
}

// What leads to the rest, or is all there is. Before it how long it lives and the shorter id that leads to
// it, which mean nothing without it.
Result<void> EngineWriter::put_head(const Key& key, Bytes bytes) {
  const bool is_whole = key.is_whole();
  Batch beside(engine_, lifetime().of_parts());
  if (is_whole) {
    static_cast<void>(beside.add(lifetime_key(key.id), as_bytes(text_of(lifetime()))));
    if (const auto cut = cut_id(key.id))
      static_cast<void>(beside.add(long_id_key(*cut, key.kind), key.id.bytes()));
  }
  if (auto sent = beside.send(); !sent) return sent;
  const redis::Engine::Entry entry{engine_key(key), {&bytes, 1}};
  auto put = engine_.put({&entry, 1}, is_whole ? expire_ : lifetime().of_parts());
  if (!put || !is_whole || key.kind != index::Kind::Native) return put;
  return remove({.id = key.id, .kind = index::Kind::Manifest});  // one that was large once
}

Result<void> EngineWriter::remove(const Key& key) {
  const std::array keys = {engine_key(key)};
  const auto removed = engine_.remove(keys);
  return removed ? Result<void>() : fail(removed.error());
}

// The keys that a head leads to.
Result<std::vector<std::string>> EngineWriter::keys_behind(const Key& key, Bytes head) const {
  std::vector<std::string> keys{lifetime_key(key.id)};
  if (const auto cut = cut_id(key.id)) keys.push_back(long_id_key(*cut, key.kind));
  if (key.kind == index::Kind::Manifest) {
    const auto manifest = index::Manifest::open(head);
    if (!manifest) return fail(manifest.error());
    for (std::uint32_t part = 1; part <= manifest->parts(); ++part)
      keys.push_back(engine_key(part_key(key.id, manifest->checksum_of_part(part))));
  } else if (is_block_table(head)) {
    const auto blocks = read_block_table(key.id, head);
    if (!blocks) return fail(blocks.error());
    for (const Block& block : *blocks) keys.push_back(engine_key({key.id, key.kind, block.checksum}));
  }
  return keys;
}

// Parts first, so that the head never outlives what it leads to.
Result<void> EngineWriter::renew(const Key& key) {
  const std::array asked = {engine_key(key), lifetime_key(key.id)};
  const auto values = engine_.get(asked);
  for (const auto& value : values)
    if (!value) return fail(value.error());
  const io::SharedBlob &head = *values[0], &said = *values[1];
  if (head == nullptr) return {};
  Lifetime lifetime =
      said ? read_lifetime(as_text(said->bytes())).value_or(Lifetime()) : Lifetime{expire_, {}};
  lifetime.renewed = now();
  const auto behind = keys_behind(key, head->bytes());
  if (!behind) return fail(behind.error());
  if (auto renewed = engine_.renew(*behind, lifetime.of_parts()); !renewed) return renewed;
  if (auto renewed = engine_.renew({asked.data(), 1}, lifetime.of_index); !renewed) return renewed;
  Batch note(engine_, lifetime.of_parts());
  static_cast<void>(note.add(asked[1], as_bytes(text_of(lifetime))));
  return note.send();
}

}  // namespace symkit::store

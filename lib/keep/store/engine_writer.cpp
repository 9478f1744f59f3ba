#include "keep/store/engine_writer.h"

#include <algorithm>
#include <array>

#include "ground/base/words.h"
#include "ground/io/workers.h"
#include "keep/index/cut.h"
#include "keep/index/manifest.h"
#include "keep/index/part_table.h"
#include "keep/store/engine_keys.h"
#include "keep/store/packed.h"
#include "keep/store/parts.h"

namespace symkit::store {
namespace {

// Values to be sent, some megabytes at a time: a round trip for each would take longer than everything
// else.
class Batch {
 public:
  Batch(redis::Engine& engine, std::chrono::seconds expire) : engine_(engine), expire_(expire) {}

  Result<void> add(std::string key, std::vector<std::uint8_t> value) {
    bytes_ += value.size();
    values_.push_back(std::move(value));
    keys_.push_back(std::move(key));
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

std::vector<std::uint8_t> copy_of(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

std::optional<ImageId> cut_id(const ImageId& id) {
  if (id.bytes().size() <= cut_id_size) return std::nullopt;
  return ImageId::from_bytes(id.bytes().first(cut_id_size));
}

}  // namespace

bool is_cut(const Key& key, Bytes bytes) {
  return key.is_whole() && key.kind != index::Kind::Manifest && key.kind != index::Kind::Unwind &&
         bytes.size() > EngineWriter::largest_value && !index::leads_to_parts(bytes);
}

std::uint64_t most_unpacked(const io::Blob& stored) {
  constexpr std::uint64_t most = std::uint64_t{64} << 20, most_times = 250;
  return std::min(most, most_times * stored.bytes().size());
}

Result<void> EngineWriter::put(const Key& key, Bytes bytes) {
  if (key.id.empty()) return fail("an index without an id cannot be stored");
  return is_cut(key, bytes) ? put_parts(key, bytes) : put_head(key, bytes);
}

Result<void> EngineWriter::put_parts(const Key& key, Bytes bytes) {
  Batch batch(engine_, lifetime().of_parts());
  const int level = key.kind == index::Kind::Mapping ? names_level : quick_level;
  const index::Cutting how{.jobs = io::default_jobs(),
                           .pack = [level](Bytes part) { return packed(part, level); }};
  const auto manifest = index::cut(
      bytes,
      [&](std::uint64_t checksum, Bytes part) {
        return batch.add(engine_key({key.id, key.kind, checksum}), copy_of(part));
      },
      how);
  if (!manifest) return fail(manifest.error());
  if (auto sent = batch.send(); !sent) return sent;
  if (key.kind != index::Kind::Native) return put_head(key, *manifest);
  if (auto put = put_head({.id = key.id, .kind = index::Kind::Manifest}, *manifest); !put) return put;
  return remove(key);  // it may have been small before
}

// Puts the manifest or the complete index. Its lifetime and the shorter id that leads to it are put
// first, because they mean nothing without it.
Result<void> EngineWriter::put_head(const Key& key, Bytes bytes) {
  const bool is_whole = key.is_whole();
  Batch beside(engine_, lifetime().of_parts());
  if (is_whole) {
    static_cast<void>(beside.add(lifetime_key(key.id), copy_of(as_bytes(text_of(lifetime())))));
    if (const auto cut = cut_id(key.id))
      static_cast<void>(beside.add(long_id_key(*cut, key.kind), copy_of(key.id.bytes())));
  }
  if (auto sent = beside.send(); !sent) return sent;
  const std::vector<std::uint8_t> value = packed(bytes, quick_level);
  const Bytes pieces(value);
  const redis::Engine::Entry entry{engine_key(key), {&pieces, 1}};
  auto put = engine_.put({&entry, 1}, is_whole ? expire_ : lifetime().of_parts());
  if (!put || !is_whole || key.kind != index::Kind::Native) return put;
  return remove({.id = key.id, .kind = index::Kind::Manifest});  // it may have been large before
}

Result<void> EngineWriter::remove(const Key& key) {
  const std::array keys = {engine_key(key)};
  const auto removed = engine_.remove(keys);
  return removed ? Result<void>() : fail(removed.error());
}

// The keys that a head leads to; an image's unwind table lives as long as its functions.
Result<std::vector<std::string>> EngineWriter::keys_behind(const Key& key, Bytes head) const {
  std::vector<std::string> keys{lifetime_key(key.id)};
  const auto cut = cut_id(key.id);
  if (cut) keys.push_back(long_id_key(*cut, key.kind));
  if (key.kind == index::Kind::Native || key.kind == index::Kind::Manifest) {
    keys.push_back(engine_key({.id = key.id, .kind = index::Kind::Unwind}));
    if (cut) keys.push_back(long_id_key(*cut, index::Kind::Unwind));
  }
  if (key.kind == index::Kind::Manifest || index::leads_to_parts(head)) {
    const index::Kind kind = key.kind == index::Kind::Manifest ? index::Kind::Native : key.kind;
    const auto parts = index::parts_of(head);
    if (!parts) return fail(parts.error());
    for (const index::PartSeal& part : *parts) keys.push_back(engine_key({key.id, kind, part.checksum}));
  }
  return keys;
}

Result<void> EngineWriter::renew_name(const Key& key, Bytes head) {
  const auto facts = index::facts_of(head);
  if (!facts || facts->image_name.empty()) return {};
  const std::array keys = {name_key(facts->image_name, key.kind)};
  return engine_.renew(keys, life_of_name);
}

// Parts first, so that the head never outlives them.
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
  const auto plain = unpacked(head, most_unpacked(*head));
  if (!plain) return fail(plain.error());
  const auto behind = keys_behind(key, (*plain)->bytes());
  if (!behind) return fail(behind.error());
  if (auto renewed = engine_.renew(*behind, lifetime.of_parts()); !renewed) return renewed;
  if (auto renewed = engine_.renew({asked.data(), 1}, lifetime.of_index); !renewed) return renewed;
  if (auto renewed = renew_name(key, (*plain)->bytes()); !renewed) return renewed;
  Batch note(engine_, lifetime.of_parts());
  static_cast<void>(note.add(asked[1], copy_of(as_bytes(text_of(lifetime)))));
  return note.send();
}

}  // namespace symkit::store

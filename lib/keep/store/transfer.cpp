#include "keep/store/transfer.h"

#include <algorithm>

#include "ground/base/words.h"
#include "keep/index/cut.h"
#include "keep/index/manifest.h"
#include "keep/index/part_table.h"
#include "keep/store/parts.h"
#include "keep/store/sound.h"

namespace symkit::store {
namespace {

constexpr std::size_t parts_at_once = 64;

Result<void> put_checked(Shelf& from, Shelf& to, const Key& key, const Found& found) {
  if (!found) return fail(found.error());
  if (*found == nullptr) return fail(say(from.place_of(key), ": is missing"));
  const Bytes bytes = (*found)->bytes();
  if (const auto sound = check_all(key, bytes); !sound)
    return fail(say(from.place_of(key), ' ', sound.error().message));
  return to.put(key, {&bytes, 1});
}

Result<std::uint64_t> send_parts(Shelf& from, Shelf& to, const ImageId& id, index::Kind kind, Bytes bytes) {
  const auto parts = index::parts_of(bytes);
  if (!parts) return fail(parts.error());
  std::vector<Key> keys;
  for (const index::PartSeal& part : *parts) keys.push_back({id, kind, part.checksum});
  std::uint64_t sent = 0;
  for (std::size_t at = 0; at < keys.size(); at += parts_at_once) {
    const auto some = std::span(keys).subspan(at, std::min(parts_at_once, keys.size() - at));
    const std::vector<Found> found = from.get(some);
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (auto put = put_checked(from, to, some[i], found[i]); !put) return fail(put.error());
      sent += (*found[i])->bytes().size();
    }
  }
  return sent;
}

bool is_same(Bytes one, Bytes other) { return std::ranges::equal(one, other); }

// Whether the existing values have the same content, in whichever form they are stored.
bool has_same(std::span<const Found> there, Bytes bytes) {
  return std::ranges::any_of(there, [&](const Found& found) {
    if (!found || *found == nullptr) return false;
    return is_same((*found)->bytes(), bytes) || index::is_cut_from((*found)->bytes(), bytes);
  });
}

}  // namespace

Result<Transfer> transfer(Shelf& from, StockedShelf& to, const ImageId& id, index::Kind kind) {
  const std::vector<Key> keys = keys_of(id, forms_of(kind));
  const std::vector<Found> here = from.get(keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!here[i]) return fail(here[i].error());
    if (*here[i] == nullptr) continue;
    const Bytes bytes = (*here[i])->bytes();
    const std::vector<Found> there = to.get(keys);
    if (!there.front()) return fail(there.front().error());
    if (has_same(there, bytes)) return Transfer{.is_there = true, .was_there = true};
    Transfer done{.is_there = true, .bytes = bytes.size()};
    const bool is_manifest = keys[i].kind == index::Kind::Manifest;
    const bool in_parts = is_manifest || index::leads_to_parts(bytes);
    if (in_parts) {
      const auto sent = send_parts(from, to, id, kind, bytes);
      if (!sent) return fail(sent.error());
      done.bytes += *sent;
    }
    if (auto put = put_checked(from, to, keys[i], here[i]); !put) return fail(put.error());
    if (const auto facts = index::facts_of(bytes))
      if (const auto named = to.add_name(facts->image_name, keys[i]); !named) return fail(named.error());
    // An index in one piece would be found before the manifest.
    if (is_manifest && *there.front() != nullptr)
      if (const auto removed = to.remove({keys.data(), 1}); !removed) return fail(removed.error());
    return done;
  }
  return Transfer{};
}

}  // namespace symkit::store

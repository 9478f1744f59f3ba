// Lists what an engine holds, by its keys.
#include <algorithm>
#include <map>

#include "ground/base/words.h"
#include "keep/store/engine_keys.h"
#include "keep/store/engine_shelf.h"

namespace symkit::store {
namespace {

constexpr std::size_t asked_at_once = 512;

}  // namespace

Result<void> EngineShelf::list(const std::function<void(const Item&)>& visit) {
  std::vector<Key> keys;
  const auto scanned = engine_->scan("sym:{*}:*:*", [&](std::string_view text) {
    if (const auto key = read_engine_key(text)) keys.push_back(*key);
  });
  if (!scanned) return fail(outages_.unavailable(scanned.error().message));
  std::ranges::sort(keys);
  const auto twice = std::ranges::unique(keys);  // a key may be listed twice
  keys.erase(twice.begin(), twice.end());
  for (std::size_t at = 0; at < keys.size(); at += asked_at_once) {
    const auto some = std::span(keys).subspan(at, std::min(asked_at_once, keys.size() - at));
    if (auto told = tell(some, visit); !told) return told;
  }
  return {};
}

// Their sizes in one query, and when their images were used in another.
Result<void> EngineShelf::tell(std::span<const Key> keys, const std::function<void(const Item&)>& visit) {
  std::vector<std::string> texts, lifetimes;
  std::map<ImageId, std::size_t> of_id;
  for (const Key& key : keys) {
    texts.push_back(engine_key(key));
    if (of_id.emplace(key.id, lifetimes.size()).second) lifetimes.push_back(lifetime_key(key.id));
  }
  const auto sizes = engine_->sizes(texts);
  if (!sizes) return fail(outages_.unavailable(sizes.error().message));
  const auto said = engine_->get(lifetimes);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if ((*sizes)[i] == 0) continue;  // removed meanwhile
    const auto& text = said[of_id[keys[i].id]];
    const auto lifetime = text && *text ? read_lifetime(as_text((*text)->bytes())) : std::nullopt;
    visit({keys[i], (*sizes)[i], lifetime.value_or(Lifetime()).renewed});
  }
  return {};
}

Result<std::size_t> EngineShelf::remove(std::span<const Key> keys) {
  std::vector<std::string> texts;
  for (const Key& key : keys) texts.push_back(engine_key(key));
  const auto removed = engine_->remove(texts);
  if (!removed) return fail(say("store ", removed.error().message));
  return removed;
}

Result<std::vector<std::pair<std::string, std::string>>> EngineShelf::facts() {
  const auto facts = engine_->facts();
  if (!facts) return fail(outages_.unavailable(facts.error().message));
  std::vector<std::pair<std::string, std::string>> all{{"engine", say(facts->engine, ' ', facts->version)},
                                                       {"nodes", say(facts->nodes)},
                                                       {"memory", say(facts->memory)}};
  if (facts->memory_limit != 0) all.emplace_back("memory limit", say(facts->memory_limit));
  if (!facts->eviction.empty()) all.emplace_back("eviction", facts->eviction);
  all.emplace_back("keys", say(facts->keys));
  return all;
}

}  // namespace symkit::store

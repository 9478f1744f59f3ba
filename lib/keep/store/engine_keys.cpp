#include "keep/store/engine_keys.h"

#include <algorithm>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::store {
namespace {

std::string keys_of(const ImageId& id) { return say("sym:{", id.hex(), "}:"); }

// Removes and returns the text before `mark`, and removes the mark.
std::optional<std::string_view> cut_off(std::string_view& text, std::string_view mark) {
  const std::size_t end = text.find(mark);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view before = text.substr(0, end);
  text.remove_prefix(end + mark.size());
  return before;
}

}  // namespace

std::string engine_key(const Key& key) {
  return say(keys_of(key.id), index::name_of(key.kind), ':', key.is_whole() ? "0" : part_digits(key));
}

std::optional<Key> read_engine_key(std::string_view text) {
  if (cut_off(text, "sym:{") != "") return std::nullopt;
  const auto id_text = cut_off(text, "}:");
  const auto kind_text = id_text ? cut_off(text, ":") : std::nullopt;
  const auto id = id_text ? ImageId::parse(*id_text) : std::nullopt;
  if (!id || !kind_text) return std::nullopt;
  const auto kind = std::ranges::find(index::kinds, *kind_text, index::name_of);
  if (kind == index::kinds.end()) return std::nullopt;
  Key key{.id = *id, .kind = *kind};
  return read_whole(text, key.part, 16) ? std::optional(key) : std::nullopt;
}

std::string engine_pattern(index::Kind kind) { return say("sym:{*}:", index::name_of(kind), ":0"); }

std::string lifetime_key(const ImageId& id) { return keys_of(id) + "life"; }

std::string long_id_key(const ImageId& cut, index::Kind kind) {
  return say(keys_of(cut), "begins:", index::name_of(kind));
}

// A manifest and an index in one piece belong to the same image.
std::string name_key(std::string_view name, index::Kind kind) {
  const index::Kind of_image = kind == index::Kind::Manifest ? index::Kind::Native : kind;
  return say("sym:{", name, "}:named:", index::name_of(of_image));
}

}  // namespace symkit::store

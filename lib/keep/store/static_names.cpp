#include "keep/store/static_names.h"

#include <algorithm>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "keep/store/parts.h"

namespace symkit::store {
namespace {

constexpr std::size_t digits_of_folder = 2;
constexpr std::size_t shortest_id = 2;  // bytes: the folder's name takes one

// A manifest is stored in place of the index, so that one request finds either.
index::Kind kind_in_name(index::Kind kind) {
  return kind == index::Kind::Manifest ? index::Kind::Native : kind;
}

std::string folder_of(const ImageId& id) {
  const std::string digits = id.hex();
  const std::string_view all = digits;
  return say(all.substr(0, digits_of_folder), '/', all.substr(std::min(digits_of_folder, all.size())), '/');
}

// "native" and "07ce79b2a9d3c8ef".
std::optional<Key> read_name(const ImageId& id, std::string_view name) {
  const std::string_view word = name.substr(0, name.find('.'));
  const auto kind = std::ranges::find(index::kinds, word, index::name_of);
  if (kind == index::kinds.end() || *kind != kind_in_name(*kind)) return std::nullopt;
  Key key{.id = id, .kind = *kind};
  if (name.size() == word.size()) return key;
  const std::string_view digits = name.substr(word.size() + 1);
  const bool is_one = read_whole(digits, key.part, 16) && part_digits(key) == digits && key.part != 0;
  return is_one ? std::optional(key) : std::nullopt;
}

}  // namespace

std::string static_path(const Key& key) {
  const bool is_copy = is_copied_head(key) || (key.kind == index::Kind::Manifest && !key.is_whole());
  if (key.id.bytes().size() < shortest_id || is_copy) return {};
  const std::string head = say(folder_of(key.id), index::name_of(kind_in_name(key.kind)));
  return key.is_whole() ? head : say(head, '.', part_digits(key));
}

std::optional<Key> read_static_path(std::string_view path) {
  const std::size_t first = path.find('/'), last = path.rfind('/');
  if (first != digits_of_folder || last == first || path.find('/', first + 1) != last) return std::nullopt;
  const auto id = ImageId::parse(say(path.substr(0, first), path.substr(first + 1, last - first - 1)));
  const auto key = id ? read_name(*id, path.substr(last + 1)) : std::nullopt;
  return key && static_path(*key) == path ? key : std::nullopt;
}

std::string static_path_of_longer(const ImageId& cut, index::Kind kind) {
  return say(folder_of(cut), index::name_of(kind_in_name(kind)), ".begins");
}

// Characters with a meaning in an address, or for some server, are written as numbers: "=2b".
std::string static_path_of_name(std::string_view name, index::Kind kind) {
  constexpr std::string_view digits = "0123456789abcdef";
  constexpr std::size_t longest = 240;
  std::string plain;
  for (const char c : name) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    const bool stays = is_letter || c == '_' || c == '-' || (c == '.' && !plain.empty());
    const auto byte = static_cast<unsigned char>(c);
    plain += stays ? std::string(1, c) : say('=', digits[byte >> 4], digits[byte & 15]);
    if (plain.size() > longest) return {};
  }
  return plain.empty() ? plain : say("named/", index::name_of(kind_in_name(kind)), '/', plain);
}

}  // namespace symkit::store

#include "keep/store/static_shelf.h"

#include <map>
#include <ranges>

#include "ground/base/each_line.h"
#include "ground/base/words.h"
#include "keep/store/like_ids.h"
#include "keep/store/packed.h"
#include "keep/store/sound.h"
#include "keep/store/static_names.h"

namespace symkit::store {
namespace {

// An index in one piece and a manifest share one file, which is one of the two.
bool is_of_the_other_form(const Key& key, Bytes bytes) {
  const bool is_native = key.kind == index::Kind::Native, is_manifest = key.kind == index::Kind::Manifest;
  const auto envelope = index::Envelope::open(bytes);
  if (!key.is_whole() || !envelope || envelope->kind() == key.kind) return false;
  return (is_native && envelope->kind() == index::Kind::Manifest) ||
         (is_manifest && envelope->kind() == index::Kind::Native);
}

}  // namespace

// Requests each file once, whatever the number of keys it may belong to. An empty path: not there.
std::vector<Found> StaticShelf::read_once(std::span<const std::string> paths) {
  std::vector<std::string> asked;
  std::map<std::string_view, std::size_t> places;  // positions in `asked`
  for (const std::string& path : paths)
    if (!path.empty() && places.emplace(path, asked.size()).second) asked.push_back(path);
  const std::vector<Found> files = asked.empty() ? std::vector<Found>() : read(asked);
  std::vector<Found> found;
  found.reserve(paths.size());
  for (const std::string& path : paths)
    found.push_back(path.empty() ? Found(nullptr) : files[places.find(path)->second]);
  return found;
}

std::vector<Found> StaticShelf::get(std::span<const Key> keys) {
  std::vector<std::string> paths;
  paths.reserve(keys.size());
  for (const Key& key : keys) paths.push_back(static_path(key));
  std::vector<Found> found = read_once(paths);
  for (std::size_t i = 0; i < keys.size(); ++i) found[i] = sound(keys[i], found[i]);
  return found;
}

Found StaticShelf::sound(const Key& key, const Found& file) {
  if (!file || *file == nullptr) return file;
  const auto wrong = [&](const Error& error) {
    return fail(say(place_of(key), ' ', error.message, "; store it again with symstore push"));
  };
  const auto value = unpacked(*file, largest_file);
  if (!value) return wrong(value.error());
  const Bytes bytes = (*value)->bytes();
  if (is_of_the_other_form(key, bytes)) return nullptr;
  if (const auto checked = check_all(key, bytes); !checked) return wrong(checked.error());
  return *value;
}

std::vector<ImageId> StaticShelf::read_longer(Bytes file) {
  std::vector<ImageId> ids;
  each_line(as_text(file), [&](std::string_view line) {
    if (const auto id = ImageId::parse(trimmed(line))) ids.push_back(*id);
  });
  return ids;
}

std::vector<Shelf::Ids> StaticShelf::ids_like_each(std::span<const Key> keys) {
  const std::vector<LikeId> candidates = like_ids(keys);
  std::vector<std::string> paths;
  paths.reserve(candidates.size());
  for (const auto& [of, id, is_cut] : candidates)
    paths.push_back(is_cut ? static_path_of_longer(id, keys[of].kind)
                           : static_path({.id = id, .kind = keys[of].kind}));
  std::vector<Shelf::Ids> likes(keys.size());
  const std::vector<Found> files = read_once(paths);
  for (std::size_t at = 0; at < files.size(); ++at) {
    const LikeId& candidate = candidates[at];
    Result<std::vector<ImageId>>& like = likes[candidate.of];
    if (!files[at] && like) like = fail(files[at].error());
    if (!files[at] || *files[at] == nullptr || !like) continue;
    if (!candidate.is_cut) {
      like->push_back(candidate.id);
      continue;
    }
    // Hardly ever do several images agree in 16 bytes.
    constexpr std::size_t most = 4;
    for (const ImageId& id : read_longer((*files[at])->bytes()) | std::views::take(most)) like->push_back(id);
  }
  return likes;
}

Result<Shelf::OfName> StaticShelf::of_name(std::string_view name, index::Kind kind) {
  const std::string path = static_path_of_name(name, kind);
  if (path.empty()) return OfName();
  const Found file = std::move(read({&path, 1}).front());
  if (!file) return fail(file.error());
  if (*file == nullptr) return OfName();
  const auto id = ImageId::parse(trimmed(as_text((*file)->bytes())));
  return OfName{.only = id, .several = !id};
}

}  // namespace symkit::store

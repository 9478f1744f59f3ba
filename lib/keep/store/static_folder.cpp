#include "keep/store/static_folder.h"

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>

#include "ground/base/words.h"
#include "ground/io/atomic_file.h"
#include "ground/io/beginning.h"
#include "keep/index/cut.h"
#include "keep/store/engine_keys.h"
#include "keep/store/engine_writer.h"
#include "keep/store/packed.h"
#include "keep/store/static_names.h"

namespace symkit::store {
namespace {

namespace fs = std::filesystem;

bool has_exactly(const std::string& path, Bytes bytes) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 || static_cast<std::uint64_t>(status.st_size) != bytes.size())
    return false;
  const auto blob = io::map_blob(path);
  return blob && std::ranges::equal((*blob)->bytes(), bytes);
}

bool is_empty_or_missing(const std::string& folder) {
  std::error_code error;
  return !fs::exists(folder, error) || (fs::is_directory(folder, error) && fs::is_empty(folder, error));
}

}  // namespace

bool StaticFolder::is_one(const std::string& folder) {
  const io::Beginning beginning(say(folder, '/', static_marker));
  return as_text(beginning.bytes()) == static_marker_text;
}

Result<void> StaticFolder::make(const std::string& folder) {
  if (is_one(folder)) return {};
  if (!is_empty_or_missing(folder))
    return fail(say("store ", folder, ": has other files; a static store needs an empty folder"));
  const Bytes text = as_bytes(static_marker_text);
  const auto made = io::write_atomically(say(folder, '/', static_marker), {&text, 1});
  return made ? made : fail(made.error().within("store " + folder));
}

std::string StaticFolder::place_of(const Key& key) const { return at(static_path(key)); }

std::vector<Found> StaticFolder::read(std::span<const std::string> paths) {
  std::vector<Found> found;
  found.reserve(paths.size());
  for (const std::string& path : paths) {
    struct stat status{};
    const bool is_there = ::stat(at(path).c_str(), &status) == 0 && S_ISREG(status.st_mode);
    found.push_back(is_there ? io::map_blob(at(path)) : nullptr);
  }
  return found;
}

// A file that is already correct is not rewritten, so that copying the folder to a bucket can skip it.
Result<void> StaticFolder::write(const std::string& path, Bytes bytes) {
  if (has_exactly(at(path), bytes)) return {};
  const auto written = io::write_atomically(at(path), {&bytes, 1}, folder_);
  return written ? written : fail(written.error().within("store " + folder_));
}

Result<void> StaticFolder::put_value(const Key& key, Bytes plain) {
  if (static_path(key).empty())
    return fail(say("store ", folder_, ": an index without an id cannot be stored"));
  if (key.is_whole()) {
    const auto noted = change_longer(key, [&](std::vector<ImageId>& ids) { ids.push_back(key.id); });
    if (!noted) return noted;
  }
  return write(static_path(key), packed(plain));
}

// The manifest is put last.
Result<void> StaticFolder::put(const Key& key, std::span<const Bytes> pieces) {
  std::vector<std::uint8_t> joined;
  for (const Bytes piece : pieces) joined.insert(joined.end(), piece.begin(), piece.end());
  return is_cut(key, joined) ? put_parts(key, joined) : put_value(key, joined);
}

Result<void> StaticFolder::put_parts(const Key& key, Bytes bytes) {
  const auto manifest = index::cut(bytes, [&](std::uint64_t checksum, Bytes part) {
    return put_value({key.id, key.kind, checksum}, part);
  });
  if (!manifest) return fail(manifest.error());
  const bool is_native = key.kind == index::Kind::Native;
  return put_value(is_native ? Key{.id = key.id, .kind = index::Kind::Manifest} : key, *manifest);
}

Result<void> StaticFolder::change_longer(const Key& head, const Change& change) {
  if (head.id.bytes().size() <= cut_id_size) return {};
  const std::string path =
      static_path_of_longer(*ImageId::from_bytes(head.id.bytes().first(cut_id_size)), head.kind);
  const std::vector<Found> file = read({&path, 1});
  std::vector<ImageId> ids =
      file.front() && *file.front() ? read_longer((*file.front())->bytes()) : std::vector<ImageId>();
  change(ids);
  std::ranges::sort(ids);
  const auto twice = std::ranges::unique(ids);
  ids.erase(twice.begin(), twice.end());
  std::string text;
  for (const ImageId& id : ids) text += id.hex() + '\n';
  if (!text.empty()) return write(path, as_bytes(text));
  std::error_code ignored;
  fs::remove(at(path), ignored);
  fs::remove(fs::path(at(path)).parent_path(), ignored);  // only if empty
  return {};
}

// A second image makes it the name of several, whichever came first.
Result<void> StaticFolder::add_name(std::string_view name, const Key& key) {
  const std::string path = static_path_of_name(name, key.kind);
  if (path.empty()) return {};
  const auto known = of_name(name, key.kind);
  if (!known) return fail(known.error());
  const bool is_another = known->several || (known->only && *known->only != key.id);
  return write(path, as_bytes(is_another ? "several\n" : key.id.hex() + '\n'));
}

Result<void> StaticFolder::list(const std::function<void(const Item&)>& visit) {
  std::error_code error;
  fs::recursive_directory_iterator entry(folder_, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry.depth() > 2) entry.disable_recursion_pending();
    const std::string path = fs::path(entry->path()).lexically_relative(folder_).generic_string();
    auto key = read_static_path(path);
    struct stat status{};
    if (!key || ::stat(at(path).c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    if (key->is_whole() && key->kind == index::Kind::Native && !is_kind_of_head(*key))
      key->kind = index::Kind::Manifest;
    const std::chrono::seconds used(std::max(status.st_atim.tv_sec, status.st_mtim.tv_sec));
    visit({*key, static_cast<std::uint64_t>(status.st_size), std::chrono::sys_seconds(used)});
  }
  if (error) return fail(say("store ", folder_, ": cannot be read: ", error.message()));
  return {};
}

Result<std::vector<ImageId>> StaticFolder::ids(index::Kind kind) {
  std::vector<ImageId> all;
  const auto listed = list([&](const Item& item) {
    if (item.key.kind == kind && item.key.is_whole()) all.push_back(item.key.id);
  });
  if (!listed) return fail(listed.error());
  std::ranges::sort(all);
  return all;
}

// Whether the file that an index and a manifest share is of this key's kind.
bool StaticFolder::is_kind_of_head(const Key& key) {
  const Found found = find(key);
  return !found || *found != nullptr;
}

Result<bool> StaticFolder::remove_one(const Key& key) {
  if (static_path(key).empty() || (key.is_whole() && !is_kind_of_head(key))) return false;
  std::error_code error;
  const bool was_there = fs::remove(place_of(key), error);
  if (error) return fail(say(place_of(key), ": cannot be removed: ", error.message()));
  fs::remove(fs::path(place_of(key)).parent_path(), error);  // only if empty
  if (key.is_whole()) {
    const auto noted = change_longer(key, [&](std::vector<ImageId>& ids) { std::erase(ids, key.id); });
    if (!noted) return fail(noted.error());
  }
  return was_there;
}

Result<std::size_t> StaticFolder::remove(std::span<const Key> keys) {
  std::size_t removed = 0;
  for (const Key& key : keys) {
    const auto was_there = remove_one(key);
    if (!was_there) return fail(was_there.error());
    if (*was_there) ++removed;
  }
  return removed;
}

}  // namespace symkit::store

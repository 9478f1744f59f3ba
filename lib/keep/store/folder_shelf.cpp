#include "keep/store/folder_shelf.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sys/stat.h>

#include "ground/base/words.h"
#include "ground/io/atomic_file.h"

namespace symkit::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view extension = ".symx";
constexpr std::string_view note_extension = ".asked";
constexpr std::size_t folder_digits = 2;

// The part of the file name after the id. A native index has no word of its own: "….symx", but
// "….mapping.symx"; a part has its checksum: "….07ce79b2a9d3c8ef.symx".
std::string suffix_of(const Key& key) {
  std::string suffix;
  if (key.kind != index::Kind::Native) suffix += say('.', index::name_of(key.kind));
  if (key.part != 0) suffix += say('.', part_digits(key));
  return suffix += extension;
}

std::optional<ImageId> id_of(const fs::directory_entry& entry, std::string_view suffix) {
  const std::string name = entry.path().filename();
  std::error_code ignored;
  // With an id of a single byte no digits are left for the name, and the suffix is all of it.
  if (std::string_view(name).substr(std::min(name.find('.'), name.size())) != suffix) return std::nullopt;
  if (!entry.is_regular_file(ignored)) return std::nullopt;
  return ImageId::parse(entry.path().parent_path().filename().string() +
                        name.substr(0, name.size() - suffix.size()));
}

// Visits the entries one level below `path`, as far as they can be read.
template <class Visit>
void visit_children(const std::string& path, Visit visit) {
  std::error_code error;
  for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) visit(*at);
}

void put_in_order(std::vector<ImageId>& ids) {
  std::ranges::sort(ids);
  const auto twice = std::ranges::unique(ids);
  ids.erase(twice.begin(), twice.end());
}

}  // namespace

std::string FolderShelf::place_of(const Key& key) const {
  if (folder_.empty()) return {};
  const std::string digits = key.id.hex();
  const std::string_view all = digits;
  return say(folder_, '/', all.substr(0, folder_digits), '/', all.substr(std::min(folder_digits, all.size())),
             suffix_of(key));
}

std::vector<Found> FolderShelf::get(std::span<const Key> keys) {
  std::vector<Found> found;
  found.reserve(keys.size());
  for (const Key& key : keys) found.push_back(get_one(key));
  return found;
}

Found FolderShelf::get_one(const Key& key) const {
  if (key.id.empty() || folder_.empty()) return nullptr;
  const std::string path = place_of(key);
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return nullptr;
  return io::map_blob(path);
}

Result<void> FolderShelf::put(const Key& key, std::span<const Bytes> pieces) {
  if (folder_.empty()) return fail("there is no store");
  if (key.id.empty()) return fail(say("store ", folder_, ": an index without an id cannot be stored"));
  const std::string path = place_of(key);
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) return fail(say("store ", folder_, ": cannot be written: ", error.message()));
  const Result<void> written = io::write_atomically(path, pieces, folder_);
  if (written) fs::remove(note_of(key), error);
  return written ? written : fail(written.error().within("store " + folder_));
}

std::string FolderShelf::note_of(const Key& key) const {
  const std::string place = place_of(key);
  return place.empty() || key.id.empty()
             ? ""
             : place.substr(0, place.size() - extension.size()) + std::string(note_extension);
}

// A folder that cannot be written has no notes.
void FolderShelf::note_asked(const Key& key, std::uint64_t stamp) {
  const std::string text = say(hex(stamp), '\n'), path = note_of(key);
  const Bytes bytes = as_bytes(text);
  if (!path.empty()) static_cast<void>(io::write_atomically(path, {&bytes, 1}, folder_));
}

bool FolderShelf::was_asked(const Key& key, std::uint64_t stamp) {
  const std::string path = note_of(key);
  const auto note = path.empty() ? fail("") : io::map_blob(path);
  return note && as_text((*note)->bytes()) == say(hex(stamp), '\n');
}

void FolderShelf::forget_asked(std::chrono::sys_seconds before) {
  visit_children(folder_, [&](const fs::directory_entry& folder) {
    visit_children(folder.path(), [&](const fs::directory_entry& entry) {
      struct stat status{};
      if (entry.path().extension() != note_extension || ::stat(entry.path().c_str(), &status) != 0) return;
      std::error_code ignored;
      if (status.st_mtim.tv_sec < before.time_since_epoch().count()) fs::remove(entry.path(), ignored);
    });
  });
}

Result<std::vector<ImageId>> FolderShelf::ids(index::Kind kind) {
  std::vector<ImageId> all;
  visit_children(folder_, [&](const fs::directory_entry& entry) { collect_ids(entry.path(), kind, all); });
  put_in_order(all);
  return all;
}

std::vector<Shelf::Ids> FolderShelf::ids_like_each(std::span<const Key> keys) {
  std::vector<Ids> all;
  all.reserve(keys.size());
  for (const Key& key : keys) all.emplace_back(ids_like_one(key));
  return all;
}

std::vector<ImageId> FolderShelf::ids_like_one(const Key& key) const {
  std::vector<ImageId> like;
  if (key.id.bytes().size() < 4 || folder_.empty()) return like;
  for (const std::size_t first : {0U, 3U})
    collect_ids(say(folder_, '/', ImageId::from_bytes(key.id.bytes().subspan(first, 1))->hex()), key.kind,
                like);
  put_in_order(like);
  return like;
}

void FolderShelf::collect_ids(const std::string& subfolder, index::Kind kind,
                              std::vector<ImageId>& ids) const {
  const std::string suffix = suffix_of({.id = {}, .kind = kind});
  visit_children(subfolder, [&](const fs::directory_entry& entry) {
    if (const auto id = id_of(entry, suffix)) ids.push_back(*id);
  });
}

}  // namespace symkit::store

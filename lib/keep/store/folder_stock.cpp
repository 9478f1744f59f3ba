// Lists what a folder holds, by its file names.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <sys/stat.h>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "keep/store/folder_shelf.h"

namespace symkit::store {
namespace {

namespace fs = std::filesystem;

std::optional<std::uint64_t> part_number(std::string_view digits) {
  return digits.size() == 16 ? whole_number<std::uint64_t>(digits, 16) : std::nullopt;
}

// "c0" and "61ee83….mapping.symx".
std::optional<Key> key_of_file(std::string_view folder, std::string_view name) {
  constexpr std::string_view extension = ".symx";
  if (!name.ends_with(extension)) return std::nullopt;
  name.remove_suffix(extension.size());
  const std::size_t digits = std::min(name.find('.'), name.size());
  const auto id = ImageId::parse(say(folder, name.substr(0, digits)));
  if (!id) return std::nullopt;
  Key key{.id = *id};
  for (name.remove_prefix(digits); !name.empty();) {
    const std::string_view word = name.substr(1, name.find('.', 1) - 1);
    name.remove_prefix(word.size() + 1);
    const auto kind = std::ranges::find(index::kinds, word, index::name_of);
    const auto part = part_number(word);
    if (kind != index::kinds.end())
      key.kind = *kind;
    else if (part)
      key.part = *part;
    else
      return std::nullopt;
  }
  return key;
}

}  // namespace

Result<void> FolderShelf::list(const std::function<void(const Item&)>& visit) {
  std::error_code error;
  fs::recursive_directory_iterator at(folder_, error);
  if (error == std::errc::no_such_file_or_directory) return {};
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (at.depth() > 1) at.disable_recursion_pending();
    const fs::path& path = at->path();
    const auto key = key_of_file(path.parent_path().filename().native(), path.filename().native());
    struct stat status{};
    if (!key || place_of(*key) != path.native() || ::stat(path.c_str(), &status) != 0 ||
        !S_ISREG(status.st_mode))
      continue;
    // With relatime, the first use of each day is recorded.
    const std::chrono::seconds used(std::max(status.st_atim.tv_sec, status.st_mtim.tv_sec));
    visit({*key, static_cast<std::uint64_t>(status.st_size), std::chrono::sys_seconds(used)});
  }
  if (error) return fail(say("store ", folder_, ": cannot be read: ", error.message()));
  return {};
}

Result<std::size_t> FolderShelf::remove(std::span<const Key> keys) {
  std::size_t removed = 0;
  for (const Key& key : keys) {
    std::error_code error;
    if (fs::remove(place_of(key), error)) ++removed;
    if (error) return fail(say(place_of(key), ": cannot be removed: ", error.message()));
  }
  return removed;
}

}  // namespace symkit::store

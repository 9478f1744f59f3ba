#include "store/store.h"

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <tuple>

#include "base/words.h"
#include "io/atomic_file.h"

namespace symkit::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view extension = ".symx";
constexpr std::size_t folder_digits = 2;

// The native kind has no word of its own in the name: "….symx", but "….mapping.symx".
std::string suffix_of(std::string_view kind) {
  return kind == native ? std::string(extension) : say('.', kind, extension);
}

// The kind that a file name tells, after the digits of its id.
std::optional<std::string> kind_of(std::string_view suffix) {
  if (!suffix.ends_with(extension)) return std::nullopt;
  suffix.remove_suffix(extension.size());
  if (suffix.empty()) return std::string(native);
  if (suffix.size() < 2 || suffix.find('.', 1) != std::string_view::npos) return std::nullopt;
  return std::string(suffix.substr(1));
}

std::optional<Entry> entry_of(const fs::path& path) {
  const std::string name = path.filename();
  const std::size_t dot = std::min(name.find('.'), name.size());
  const std::optional<std::string> kind = kind_of(std::string_view(name).substr(dot));
  if (!kind) return std::nullopt;
  const std::optional<ImageId> id =
      ImageId::parse(path.parent_path().filename().string() + name.substr(0, dot));
  std::error_code error;
  const std::uint64_t size = fs::file_size(path, error);
  if (!id || error) return std::nullopt;
  return Entry{*id, *kind, path, size};
}

// The folder one step down from `path`, whatever can be read of it.
template <class Visit>
void visit_children(const fs::path& path, Visit visit) {
  std::error_code error;
  for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error))
    visit(at->path());
}

}  // namespace

std::string Store::path_of(const ImageId& id, std::string_view kind) const {
  if (folder_.empty()) return {};
  // An id of a single byte has no rest: its file is called by the extension alone.
  const std::string digits = id.hex();
  const std::string_view all = digits;
  return say(folder_, '/', all.substr(0, folder_digits), '/', all.substr(std::min(folder_digits, all.size())),
             suffix_of(kind));
}

std::optional<std::string> Store::find(const ImageId& id, std::string_view kind) const {
  if (id.empty() || folder_.empty()) return std::nullopt;
  std::string path = path_of(id, kind);
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return path;
}

std::optional<std::string> Store::find_like(const ImageId& id, std::string_view kind,
                                            const std::function<bool(const ImageId&)>& same) const {
  if (auto exact = find(id, kind)) return exact;
  if (id.bytes().size() < 4 || folder_.empty()) return std::nullopt;
  std::optional<std::string> found;
  for (const std::size_t first : {0U, 3U}) {
    const auto byte = ImageId::from_bytes(id.bytes().subspan(first, 1));
    visit_children(say(folder_, '/', byte->hex()), [&](const fs::path& path) {
      const std::optional<Entry> entry = entry_of(path);
      if (entry && entry->kind == kind && same(entry->id)) found = entry->path;
    });
  }
  return found;
}

Result<std::string> Store::put(const ImageId& id, std::string_view kind, std::span<const Bytes> parts) const {
  if (folder_.empty()) return fail("there is no store");
  if (id.empty()) return fail(say("store ", folder_, ": an index without an id cannot be kept"));
  std::string path = path_of(id, kind);
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) return fail(say("store ", folder_, ": cannot be written: ", error.message()));
  if (const Result<void> written = io::write_atomically(path, parts, folder_); !written)
    return fail(written.error().within("store " + folder_));
  return path;
}

std::vector<Entry> Store::entries() const {
  std::vector<Entry> all;
  visit_children(folder_, [&](const fs::path& folder) {
    visit_children(folder, [&](const fs::path& path) {
      if (std::optional<Entry> entry = entry_of(path)) all.push_back(std::move(*entry));
    });
  });
  std::ranges::sort(all, {}, [](const Entry& entry) { return std::tie(entry.id, entry.kind); });
  return all;
}

}  // namespace symkit::store

#include "find/catalogue/catalogue.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <unistd.h>
#include <utility>
#include <vector>

#include "ground/base/words.h"
#include "ground/io/atomic_file.h"
#include "ground/io/mapped_file.h"
#include "keep/index/envelope.h"

namespace symkit::catalogue {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view extension = ".ids";
// How far a recorded time of last use may lag: not every use is worth a write.
constexpr auto touched_after = std::chrono::hours(24);
// Leftovers of a process that was killed while writing are removed after this time.
constexpr auto abandoned_after = std::chrono::hours(1);

std::optional<Snapshot> kept(const std::string& path, const std::string& root) {
  const auto file = io::MappedFile::open(path);
  if (!file) return std::nullopt;
  auto snapshot = Snapshot::decode(file->bytes());
  if (!snapshot || snapshot->root != root) return std::nullopt;
  return std::move(*snapshot);
}

void note_use(const std::string& path) {
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  const auto last = fs::last_write_time(path, error);
  if (!error && now - last > touched_after) fs::last_write_time(path, now, error);
}

struct KeptFile {
  fs::path path;
  fs::file_time_type used;
  std::uint64_t size = 0;
};

std::vector<KeptFile> kept_files(const std::string& folder) {
  std::vector<KeptFile> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    const auto used = at->last_write_time(ignored);
    const std::uint64_t size = ignored ? 0 : at->file_size(ignored);
    if (!ignored && at->is_regular_file(ignored)) files.push_back({at->path(), used, size});
  }
  return files;
}

// An archive's path is extended by the entry of each of its images.
void add_files(std::vector<NamedFile>& files, const std::string& path, std::vector<DescribedImage> images,
               bool broken) {
  NamedFile named{path, {}, broken};
  for (DescribedImage& image : images) {
    std::string own = image.entry.empty() ? path : say(path, container::entry_mark, image.entry);
    if (own != named.path && !named.images.empty()) files.push_back(std::exchange(named, {{}, {}, broken}));
    named.path = std::move(own);
    named.images.push_back(std::move(image));
  }
  files.push_back(std::move(named));
}

template <class Wanted>
std::vector<NamedFile> files_where(const Snapshot& snapshot, Wanted wanted) {
  std::vector<NamedFile> found;
  for (const FolderRecord& folder : snapshot.folders)
    for (const FileRecord& file : std::span(snapshot.files).subspan(folder.files.begin, folder.files.size)) {
      const auto images = std::span(snapshot.images).subspan(file.images.begin, file.images.size);
      if (!wanted(file, images)) continue;
      std::vector<DescribedImage> described;
      for (const ImageRecord& image : images) described.push_back(image.described(snapshot.names));
      add_files(found, snapshot.path_of(folder, file), std::move(described), file.broken != 0);
    }
  std::ranges::sort(found, {}, &NamedFile::path);
  return found;
}

// Nothing if the path can be read, or no longer exists.
std::optional<std::string> why_not(const std::string& path, int access_wanted) {
  if (::access(path.c_str(), access_wanted) == 0 || errno == ENOENT) return std::nullopt;
  return std::strerror(errno);
}

// An examined file without images is settled, unless it was written just now.
bool may_be_unread(const FileRecord& file) {
  return file.settled == 0 && file.images.size == 0 && file.broken == 0;
}

}  // namespace

std::vector<PassedOver> passed_over(const Snapshot& snapshot) {
  std::vector<PassedOver> all;
  const auto ask = [&](std::string path, int access_wanted) {
    const std::string below = say(snapshot.root == "/" ? "" : snapshot.root, '/', path);
    if (auto reason = why_not(below, access_wanted)) all.push_back({std::move(path), std::move(*reason)});
  };
  for (const FolderRecord& folder : snapshot.folders) {
    if (folder.stamp == Stamp{}) ask(std::string(snapshot.text(folder.path)), R_OK | X_OK);
    for (const FileRecord& file : std::span(snapshot.files).subspan(folder.files.begin, folder.files.size))
      if (may_be_unread(file)) ask(snapshot.path_of(folder, file), R_OK);
  }
  std::ranges::sort(all, {}, &PassedOver::path);
  return all;
}

std::vector<NamedFile> files_with_images(const Snapshot& snapshot) {
  return files_where(snapshot, [](const FileRecord& file, std::span<const ImageRecord> images) {
    return file.broken != 0 || !images.empty();
  });
}

std::vector<NamedFile> files_with_id(const Snapshot& snapshot,
                                     const std::function<bool(const ImageId&)>& wanted) {
  return files_where(snapshot, [&](const FileRecord&, std::span<const ImageRecord> images) {
    return std::ranges::any_of(images, [&](const ImageRecord& image) {
      return image.id_size != 0 && wanted(*ImageId::from_bytes({image.id, image.id_size}));
    });
  });
}

std::string Catalogue::path_of(std::string_view root) const {
  return say(cache_, '/', index::content_id(as_bytes(root)).hex(), extension);
}

Result<Snapshot> Catalogue::look(const std::string& folder, const ScanOptions& options,
                                 const std::function<void(const std::string&)>& warn) const {
  std::error_code error;
  const std::string root = fs::canonical(folder, error);
  if (error) return fail(say(folder, ": ", error.message()));
  std::optional<Snapshot> before;
  if (!cache_.empty()) before = kept(path_of(root), root);
  auto scanned = scan(root, before ? &*before : nullptr, options);
  if (!scanned) return fail(scanned.error());
  if (cache_.empty()) return std::move(scanned->now);
  if (!scanned->changed) {
    note_use(path_of(root));
  } else if (const auto written = keep(scanned->now); !written) {
    warn(say(written.error().message, "; the next search will take as long as this one"));
  }
  return std::move(scanned->now);
}

Result<void> Catalogue::keep(const Snapshot& snapshot) const {
  const std::vector<std::uint8_t> bytes = snapshot.encode();
  if (bytes.size() > bounds_.of_one) return {};
  const std::array parts = {Bytes(bytes)};
  auto written = io::write_atomically(path_of(snapshot.root), parts);
  if (written) make_room();
  return written;
}

// Another process may do the same at the same time, so a missing file is not an error.
void Catalogue::make_room() const {
  std::vector<KeptFile> files = kept_files(cache_);
  std::ranges::sort(files, std::ranges::greater{}, &KeptFile::used);
  const auto now = fs::file_time_type::clock::now();
  std::uint64_t total = 0;
  for (const KeptFile& file : files) {
    std::error_code ignored;
    const bool whole = file.path.extension() == extension;
    if (whole) total += file.size;
    if (whole ? total > bounds_.of_all : now - file.used > abandoned_after) fs::remove(file.path, ignored);
  }
}

}  // namespace symkit::catalogue

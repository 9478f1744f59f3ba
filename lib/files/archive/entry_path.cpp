#include "files/archive/entry_path.h"

#include <sys/stat.h>
#include <utility>

#include "files/archive/archive.h"
#include "ground/base/words.h"

namespace symkit::archive {
namespace {

bool is_file(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

bool exists(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0;
}

// A path may come from a log and contain anything.
constexpr std::size_t longest_file_path = 4096;
constexpr unsigned most_marks = 64;

// Where the name of the file ends that the path leads into.
std::optional<std::size_t> end_of_file_name(const std::string& path) {
  std::size_t mark = path.find(entry_mark);
  if (mark == std::string::npos || exists(path)) return std::nullopt;
  for (; mark < longest_file_path; mark = path.find(entry_mark, mark + 1))
    if (is_file(path.substr(0, mark))) return mark;
  return std::nullopt;
}

std::uint64_t size_of(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

// Identifies a file as long as it is unchanged.
std::string stamp_of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return {};
  return say(status.st_dev, '/', status.st_ino, '/', status.st_size, '/', status.st_mtim.tv_sec, '/',
             status.st_mtim.tv_nsec, '/', status.st_ctim.tv_sec, '/', status.st_ctim.tv_nsec);
}

using SharedArchive = std::shared_ptr<const Archive>;

// Entries of one archive are usually opened one after the other. So that the archive is decompressed and
// its directory read only once, each thread keeps the last one open.
struct LastArchive {
  std::string path;
  std::string stamp;
  SharedArchive archive;
};
LastArchive& last_archive() {
  thread_local LastArchive last;
  return last;
}

// An archive, and where its path ends within the complete path.
struct Level {
  SharedArchive archive;
  std::size_t end = 0;
};

Result<SharedArchive> open_file(const std::string& path) {
  auto content = io::map_blob(path);
  if (!content) return fail(content.error());
  if (!looks_like_zip((*content)->bytes())) return fail(say(path, ": is not a zip archive"));
  auto archive = Archive::open(std::move(*content));
  if (!archive) return fail(archive.error().within(path));
  return archive;
}

// The entry that the path continues with: the complete rest, or a name before a mark, which is another
// archive. Null if there is none. `end`: where its name ends in the path.
const Entry* next_entry(const Archive& archive, const std::string& path, std::size_t begin,
                        std::size_t& end) {
  const std::string_view rest = std::string_view(path).substr(begin);
  end = path.size();
  if (const Entry* whole = archive.find(rest)) return whole;
  std::size_t mark = rest.rfind(entry_mark);
  for (unsigned i = 0; i < most_marks && mark != std::string_view::npos && mark != 0; ++i) {
    end = begin + mark;
    if (const Entry* entry = archive.find(rest.substr(0, mark))) return entry;
    mark = rest.rfind(entry_mark, mark - 1);
  }
  return nullptr;
}

Result<Level> open_inner(const Level& outer, const Entry& entry, const std::string& path, std::size_t end,
                         io::UnpackBudget& budget) {
  const std::string inner_path = path.substr(0, end);
  auto content = outer.archive->content(entry, budget);
  if (!content) return fail(content.error().within(path.substr(0, outer.end)));
  if (!looks_like_zip((*content)->bytes())) return fail(say(inner_path, ": is not a zip archive"));
  auto archive = Archive::open(std::move(*content));
  if (!archive) return fail(archive.error().within(inner_path));
  return Level{std::move(*archive), end};
}

// The archive to begin with: the last open one if the path leads into it, else the file.
Result<Level> first_level(const std::string& path, std::size_t file_end, const std::string& stamp) {
  const LastArchive& last = last_archive();
  const bool is_within = last.archive && !stamp.empty() && last.stamp == stamp &&
                         path.starts_with(last.path) && path.size() > last.path.size() &&
                         path.substr(last.path.size()).starts_with(entry_mark);
  if (is_within) return Level{last.archive, last.path.size()};
  auto file = open_file(path.substr(0, file_end));
  if (!file) return fail(file.error());
  return Level{std::move(*file), file_end};
}

std::string name_of_archive(const std::string& path, std::size_t end) {
  const std::size_t slash = path.rfind('/', end - 1);
  return path.substr(slash + 1, end - slash - 1);
}

}  // namespace

bool leads_into_archive(const std::string& path) { return end_of_file_name(path).has_value(); }

Result<OpenedEntry> open_entry(const std::string& path, io::UnpackBudget& budget) {
  const auto file_end = end_of_file_name(path);
  if (!file_end) return fail(say(path, ": does not lead into an archive"));
  const std::string stamp = stamp_of(path.substr(0, *file_end));
  budget.stored(size_of(path.substr(0, *file_end)));
  auto level = first_level(path, *file_end, stamp);
  for (unsigned depth = 0; level; ++depth) {
    const std::string archive_path = path.substr(0, level->end);
    if (last_archive().archive != level->archive) last_archive() = {archive_path, stamp, level->archive};
    std::size_t end = 0;
    const Entry* entry = next_entry(*level->archive, path, level->end + entry_mark.size(), end);
    if (entry == nullptr)
      return fail(say(archive_path, ": has no entry ", path.substr(level->end + entry_mark.size())));
    if (end == path.size()) {
      auto content = level->archive->content(*entry, budget);
      if (!content) return fail(content.error().within(archive_path));
      return OpenedEntry{std::move(*content), name_of_archive(path, level->end),
                         level->archive->place_of(*entry)};
    }
    if (depth == deepest) return fail(say(path, ": is nested too deep in archives"));
    level = open_inner(*level, *entry, path, end, budget);
  }
  return fail(level.error());
}

}  // namespace symkit::archive

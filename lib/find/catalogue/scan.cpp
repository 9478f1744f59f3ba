#include "find/catalogue/scan.h"

#include <algorithm>
#include <span>

#include "find/catalogue/file_system.h"
#include "ground/base/words.h"
#include "ground/io/workers.h"

namespace symkit::catalogue {
namespace {

// The smallest header of any file with images.
constexpr std::uint64_t smallest_image = 28;
constexpr std::size_t most_name_bytes = std::size_t{1} << 31;
// Starting a thread costs as much as scanning this many.
constexpr std::size_t folders_worth_threads = 16;
constexpr std::uint32_t files_at_once = 256;

std::string joined(std::string_view folder, std::string_view name) {
  return folder.empty() ? std::string(name) : say(folder, '/', name);
}

class Scanner {
 public:
  Scanner(std::string root, const Snapshot* before, const ScanOptions& options)
      : before_(before), options_(options), begun_(now()) {
    scan_.now.root = std::move(root);
    scan_.changed = before == nullptr;
  }

  Result<Scan> run() {
    if (const auto listed = list_all(); !listed) return fail(listed.error());
    look_at_all();
    return std::move(scan_);
  }

 private:
  struct Listing {
    FolderRecord record;
    const FolderRecord* old = nullptr;
    bool there = false;
    bool anew = false;
    Folder::Contents contents;  // if the folder was listed again
  };
  // Files of one folder that are examined together, and the result.
  struct FolderScan {
    std::size_t folder = 0;
    Run files;
    std::vector<FileRecord> seen = {};
    std::vector<ImageRecord> images = {};
    std::string names = {};  // that these images refer to
    bool changed = false;
  };

  Result<void> list_all();
  void list(std::string_view path, Listing& listing) const;
  void take_listing(std::size_t folder, const Listing& listing);
  void add_folder(std::string_view outer, std::string_view name, const FolderRecord* old);
  void add_file(std::string_view name, const FileRecord* old);
  template <class Record>
  const Record* old_record(const std::vector<Record>& table, Run run, std::string_view name,
                           Run Record::* text) const;
  void look_at_all();
  void look_at(FolderScan& part) const;
  bool take_as_before(FileRecord& file, const FileRecord* old, FolderScan& part) const;
  bool same_as_before(const FileRecord& file, const FileRecord* old, const FolderScan& part) const;
  void read(const Folder& folder, FileRecord& file, const std::string& path, FolderScan& part) const;
  void merge(std::vector<FolderScan>& parts);

  std::string absolute(std::string_view path) const {
    return path.empty() ? scan_.now.root : say(scan_.now.root == "/" ? "" : scan_.now.root, '/', path);
  }
  // A modification time in the future was set by hand, not by a write.
  bool settled(const Stamp& stamp) const {
    const std::int64_t modified = stamp.modified > begun_ ? 0 : stamp.modified;
    return std::max(modified, stamp.changed) < begun_ - options_.coarsest_clock;
  }
  Run add_text(std::string_view text) {
    const Run run{static_cast<std::uint32_t>(scan_.now.names.size()),
                  static_cast<std::uint32_t>(text.size())};
    scan_.now.names += text;
    return run;
  }

  const Snapshot* before_;
  const ScanOptions& options_;
  std::int64_t begun_;
  Scan scan_;
  std::vector<const FolderRecord*> old_folders_;  // entries of `before` for scan_.now.folders, if any
  std::vector<const FileRecord*> old_files_;
};

// Level by level: the subfolders of a folder are consecutive in the table, and after it.
Result<void> Scanner::list_all() {
  scan_.now.folders.emplace_back();
  old_folders_.push_back(before_ == nullptr ? nullptr : before_->folders.data());
  for (std::size_t begin = 0; begin < scan_.now.folders.size();) {
    const std::size_t end = scan_.now.folders.size();
    std::vector<Listing> listings(end - begin);
    const unsigned jobs = listings.size() < folders_worth_threads ? 1 : options_.jobs;
    io::for_each_item(jobs, listings.size(), [&](unsigned, std::size_t item) {
      listings[item].old = old_folders_[begin + item];
      list(scan_.now.text(scan_.now.folders[begin + item].path), listings[item]);
    });
    if (begin == 0 && !listings[0].there)
      return fail(say(scan_.now.root, ": is not a folder that can be read"));
    const std::size_t files_before = scan_.now.files.size();
    for (std::size_t item = 0; item < listings.size(); ++item) take_listing(begin + item, listings[item]);
    options_.advanced(scan_.now.files.size() - files_before);
    if (scan_.now.names.size() > most_name_bytes)
      return fail(say(scan_.now.root, ": holds too many files; name a folder in it"));
    begin = end;
  }
  return {};
}

// The stamp is taken before the names are read: files added meanwhile are found by the next scan.
void Scanner::list(std::string_view path, Listing& listing) const {
  const std::string full = absolute(path);
  if (listing.old != nullptr && listing.old->settled != 0) {
    const auto stamp = folder_stamp(full);
    if (stamp && *stamp == listing.old->stamp) {
      listing.there = true;
      listing.record.stamp = *stamp;
      listing.record.settled = 1;
      return;
    }
  }
  const Folder folder(full, false);
  const auto stamp = folder.opened() && !folder.is_made_up() ? folder.stamp() : std::nullopt;
  if (!stamp) return;
  listing.there = listing.anew = true;
  listing.record.stamp = *stamp;
  listing.record.settled = settled(*stamp) ? 1 : 0;
  listing.contents = folder.contents();
}

// A folder that no longer exists stays in the table, empty, while its parent's listing names it.
void Scanner::take_listing(std::size_t number, const Listing& listing) {
  const std::string path(scan_.now.text(scan_.now.folders[number].path));
  FolderRecord record = listing.record;
  record.path = scan_.now.folders[number].path;
  record.folders.begin = static_cast<std::uint32_t>(scan_.now.folders.size());
  record.files.begin = static_cast<std::uint32_t>(scan_.now.files.size());
  const FolderRecord* old = listing.old;
  const bool is_gone_still = !listing.there && old != nullptr && old->stamp == Stamp{};
  if (listing.anew || !listing.there) {
    if (!is_gone_still) scan_.changed = true;
    for (const std::string& name : listing.contents.folders)
      add_folder(path, name,
                 old == nullptr
                     ? nullptr
                     : old_record(before_->folders, old->folders, joined(path, name), &FolderRecord::path));
    for (const std::string& name : listing.contents.files)
      add_file(name,
               old == nullptr ? nullptr : old_record(before_->files, old->files, name, &FileRecord::name));
  } else {
    for (std::uint32_t i = 0; i < old->folders.size; ++i) {
      const FolderRecord& inner = before_->folders[old->folders.begin + i];
      const std::string_view inner_path = before_->text(inner.path);
      add_folder(path, inner_path.substr(inner_path.rfind('/') + 1), &inner);
    }
    for (std::uint32_t i = 0; i < old->files.size; ++i) {
      const FileRecord& file = before_->files[old->files.begin + i];
      add_file(before_->text(file.name), &file);
    }
  }
  record.folders.size = static_cast<std::uint32_t>(scan_.now.folders.size()) - record.folders.begin;
  record.files.size = static_cast<std::uint32_t>(scan_.now.files.size()) - record.files.begin;
  scan_.now.folders[number] = record;
}

void Scanner::add_folder(std::string_view outer, std::string_view name, const FolderRecord* old) {
  if (outer.size() + 1 + name.size() > longest_path) return;
  FolderRecord record;
  record.path = add_text(joined(outer, name));
  scan_.now.folders.push_back(record);
  old_folders_.push_back(old);
}

void Scanner::add_file(std::string_view name, const FileRecord* old) {
  FileRecord record;
  record.name = add_text(name);
  scan_.now.files.push_back(record);
  old_files_.push_back(old);
}

// The earlier record of the same name: both listings are sorted.
template <class Record>
const Record* Scanner::old_record(const std::vector<Record>& table, Run run, std::string_view name,
                                  Run Record::* text) const {
  const std::span<const Record> part = std::span(table).subspan(run.begin, run.size);
  const auto of = [&](const Record& record) { return before_->text(record.*text); };
  const auto found = std::ranges::lower_bound(part, name, {}, of);
  return found != part.end() && of(*found) == name ? &*found : nullptr;
}

void Scanner::look_at_all() {
  std::vector<FolderScan> parts;
  for (std::size_t i = 0; i < scan_.now.folders.size(); ++i) {
    const Run run = scan_.now.folders[i].files;
    for (std::uint32_t done = 0; done < run.size; done += files_at_once)
      parts.push_back({i, {run.begin + done, std::min(files_at_once, run.size - done)}});
  }
  options_.began(scan_.now.files.size());
  io::for_each_item(options_.jobs, parts.size(), [&](unsigned, std::size_t item) {
    look_at(parts[item]);
    options_.advanced(parts[item].files.size);
  });
  merge(parts);
}

void Scanner::look_at(FolderScan& part) const {
  const std::string path = absolute(scan_.now.text(scan_.now.folders[part.folder].path));
  const Folder folder(path, false);
  for (std::uint32_t i = 0; folder.opened() && i < part.files.size; ++i) {
    FileRecord file = scan_.now.files[part.files.begin + i];
    const std::string_view name = scan_.now.text(file.name);
    const auto stamp = folder.stamp_of(name);
    if (!stamp) continue;
    file.stamp = *stamp;
    file.images.begin = static_cast<std::uint32_t>(part.images.size());
    const FileRecord* old = old_files_[part.files.begin + i];
    const bool known = take_as_before(file, old, part);
    if (!known) read(folder, file, say(path, '/', name), part);
    file.images.size = static_cast<std::uint32_t>(part.images.size()) - file.images.begin;
    part.seen.push_back(file);
    if (!known && !same_as_before(file, old, part)) part.changed = true;
  }
  if (part.seen.size() != part.files.size) part.changed = true;
}

bool Scanner::take_as_before(FileRecord& file, const FileRecord* old, FolderScan& part) const {
  if (old == nullptr || old->settled == 0 || old->stamp != file.stamp) return false;
  file.settled = 1;
  file.broken = old->broken;
  for (const ImageRecord& image : std::span(before_->images).subspan(old->images.begin, old->images.size)) {
    part.images.push_back(image);
    for (Run ImageRecord::* const run : {&ImageRecord::debug_link, &ImageRecord::entry}) {
      (part.images.back().*run).begin = static_cast<std::uint32_t>(part.names.size());
      part.names += before_->text(image.*run);
    }
  }
  return true;
}

bool Scanner::same_as_before(const FileRecord& file, const FileRecord* old, const FolderScan& part) const {
  if (old == nullptr || old->stamp != file.stamp || old->settled != file.settled ||
      old->broken != file.broken)
    return false;
  return std::ranges::equal(std::span(before_->images).subspan(old->images.begin, old->images.size),
                            std::span(part.images).subspan(file.images.begin, file.images.size),
                            [&](const ImageRecord& before, const ImageRecord& now) {
                              return same_image(before, before_->names, now, part.names);
                            });
}

// The stamp is taken before the file is opened: a write meanwhile is found by the next scan.
void Scanner::read(const Folder& folder, FileRecord& file, const std::string& path, FolderScan& part) const {
  file.settled = settled(file.stamp) ? 1 : 0;
  if (file.stamp.size < smallest_image) return;
  const auto begins = folder.begins_like_image(scan_.now.text(file.name));
  // A file that cannot be read now may be readable for another user: it is tried again.
  if (!begins) file.settled = 0;
  if (!begins || !*begins) return;
  const auto images = describe_file(path);
  file.broken = images ? 0 : 1;
  if (!images) return;
  for (const DescribedImage& image : *images) part.images.push_back(ImageRecord::of(image, part.names));
}

// Files that have gone meanwhile are left out.
void Scanner::merge(std::vector<FolderScan>& parts) {
  std::vector<FileRecord> files;
  files.reserve(scan_.now.files.size());
  auto part = parts.begin();
  for (std::size_t i = 0; i < scan_.now.folders.size(); ++i) {
    Run& run = scan_.now.folders[i].files;
    run.begin = static_cast<std::uint32_t>(files.size());
    for (; part != parts.end() && part->folder == i; ++part) {
      const auto offset = static_cast<std::uint32_t>(scan_.now.images.size());
      const auto names_offset = static_cast<std::uint32_t>(scan_.now.names.size());
      scan_.now.names += part->names;
      for (ImageRecord& image : part->images) {
        image.debug_link.begin += names_offset;
        image.entry.begin += names_offset;
        scan_.now.images.push_back(image);
      }
      for (FileRecord& file : part->seen) {
        file.images.begin += offset;
        files.push_back(file);
      }
      scan_.changed = scan_.changed || part->changed;
    }
    run.size = static_cast<std::uint32_t>(files.size()) - run.begin;
  }
  scan_.now.files = std::move(files);
}

}  // namespace

Result<Scan> scan(const std::string& root, const Snapshot* before, const ScanOptions& options) {
  return Scanner(root, before, options).run();
}

}  // namespace symkit::catalogue

// All files of a folder as they were at a scan: the images in each, and the stamps by which a later scan
// detects changes. This is the cache file, record for record; docs/catalogue.md shows its layout.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "find/catalogue/described_file.h"
#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::catalogue {

// Changes whenever the file does: a write sets both times, a replacement has another number. The
// modification time can be set back (cp -p, touch), but not the time of the inode's change.
struct Stamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t modified = 0;  // nanoseconds since 1970
  std::int64_t changed = 0;

  bool operator==(const Stamp&) const = default;
};
static_assert(sizeof(Stamp) == 40);

// A range of the names, or of the records of another table.
struct Run {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
};

struct FolderRecord {
  Stamp stamp;
  Run path;     // below the root, in the names; empty for the root
  Run folders;  // subfolders; they come later in the table
  Run files;
  std::uint32_t settled = 0;  // 0: changed so shortly before the scan that the stamp proves nothing
  std::uint32_t reserved = 0;
};
static_assert(sizeof(FolderRecord) == 72);

struct FileRecord {
  Stamp stamp;
  Run name;    // without its folder
  Run images;  // empty: it is not of interest
  std::uint32_t settled = 0;
  std::uint32_t broken = 0;  // begins like an image but is none
};
static_assert(sizeof(FileRecord) == 64);

struct ImageRecord {
  std::uint8_t architecture = 0;
  std::uint8_t kind = 0;
  std::uint8_t macho = 0;
  std::uint8_t id_size = 0;
  std::uint8_t id[ImageId::max_size] = {};
  Run debug_link;  // in the names
  Run entry;       // in the names, if the file is an archive
  std::uint32_t reserved = 0;
  std::uint64_t debug_bytes = 0;

  // Leaves out a name that no file can have.
  static ImageRecord of(const DescribedImage& image, std::string& names);
  DescribedImage described(std::string_view names) const;
};
static_assert(sizeof(ImageRecord) == 64);
// Compares records, each with the names that it refers to.
bool same_image(const ImageRecord& a, std::string_view names_of_a, const ImageRecord& b,
                std::string_view names_of_b);

// A path of 4096 bytes or more cannot be opened; a name below an openable folder adds at most this much.
inline constexpr std::size_t longest_path = 4096 + 256;

struct Snapshot {
  std::string root;  // absolute
  std::vector<FolderRecord> folders;
  std::vector<FileRecord> files;
  std::vector<ImageRecord> images;
  std::string names;

  std::string_view text(Run run) const { return std::string_view(names).substr(run.begin, run.size); }
  // The path of a file, below the root.
  std::string path_of(const FolderRecord& folder, const FileRecord& file) const;

  std::vector<std::uint8_t> encode() const;
  // Refuses anything that encode() would not have written.
  static Result<Snapshot> decode(Bytes bytes);
};

}  // namespace symkit::catalogue

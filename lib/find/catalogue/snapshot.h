// All files of a folder as they were when they were looked at: what each was, and by which marks a later look
// can tell that it still is. This is the cache's file, record for record; docs/catalogue.md draws it.
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

// What changes when a file does: writing to it sets both times, replacing it gives another number. A time can
// be set back (cp -p, touch), but not that of the change of the inode.
struct Stamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t modified = 0;  // nanoseconds since 1970
  std::int64_t changed = 0;

  bool operator==(const Stamp&) const = default;
};
static_assert(sizeof(Stamp) == 40);

// A run of the names or of the records of another table.
struct Run {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
};

struct FolderRecord {
  Stamp stamp;
  Run path;     // below the root, of the names; the root's is empty
  Run folders;  // in it; they come later in the table
  Run files;
  std::uint32_t settled = 0;  // 0: changed so shortly before the look that the stamp proves nothing
  std::uint32_t reserved = 0;
};
static_assert(sizeof(FolderRecord) == 72);

struct FileRecord {
  Stamp stamp;
  Run name;    // without folders
  Run images;  // none: nothing that is looked for
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
  Run debug_link;  // of the names
  Run entry;       // of the names, where the file is an archive
  std::uint32_t reserved = 0;
  std::uint64_t debug_bytes = 0;

  // A name that no file can have is left out.
  static ImageRecord of(const DescribedImage& image, std::string& names);
  DescribedImage described(std::string_view names) const;
};
static_assert(sizeof(ImageRecord) == 64);
// Each with the names that it speaks of.
bool same_image(const ImageRecord& a, std::string_view names_of_a, const ImageRecord& b,
                std::string_view names_of_b);

// Of 4096 bytes and more none can be opened; a name in what could be opened makes it that much longer.
inline constexpr std::size_t longest_path = 4096 + 256;

struct Snapshot {
  std::string root;  // absolute
  std::vector<FolderRecord> folders;
  std::vector<FileRecord> files;
  std::vector<ImageRecord> images;
  std::string names;

  std::string_view text(Run run) const { return std::string_view(names).substr(run.begin, run.size); }
  // Of a file, below the root.
  std::string path_of(const FolderRecord& folder, const FileRecord& file) const;

  std::vector<std::uint8_t> encode() const;
  // Refuses whatever encode() would not have written.
  static Result<Snapshot> decode(Bytes bytes);
};

}  // namespace symkit::catalogue

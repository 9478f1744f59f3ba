// The ids of all files in a folder, with a cache of them: one file for each folder that was asked for, in
// which the next search finds again what has not changed. A cache that is damaged, or that another process
// is writing at the same time, costs time and nothing else.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "find/catalogue/scan.h"
#include "ground/base/result.h"

namespace symkit::catalogue {

class Catalogue {
 public:
  // More than this is not kept, of one folder and of all; the least used goes first.
  struct Bounds {
    std::size_t of_one = std::size_t{64} << 20;
    std::size_t of_all = std::size_t{256} << 20;
  };

  // `cache`: the folder for its files; empty: nothing is kept. It need not exist.
  explicit Catalogue(std::string cache) : Catalogue(std::move(cache), Bounds{}) {}
  Catalogue(std::string cache, Bounds bounds) : cache_(std::move(cache)), bounds_(bounds) {}

  // What is in a folder now. Where the cache could not be written, `warn` is told.
  Result<Snapshot> look(const std::string& folder, const ScanOptions& options,
                        const std::function<void(const std::string&)>& warn) const;

  // Where the cache of a folder is; `root` is absolute.
  std::string path_of(std::string_view root) const;

 private:
  Result<void> keep(const Snapshot& snapshot) const;
  void make_room() const;

  std::string cache_;
  Bounds bounds_;
};

struct NamedFile {
  std::string path;  // below the root; of an image in an archive the path into it
  std::vector<DescribedImage> images;
  bool broken = false;  // begins like an image, but is none
};

// Something below the root that could not be looked at, and why.
struct PassedOver {
  std::string path;
  std::string reason;
};

// By path. The kernel's own folders are not among them: nobody misses them.
std::vector<PassedOver> passed_over(const Snapshot& snapshot);

// Those of a snapshot that have any, or should, by path.
std::vector<NamedFile> files_with_images(const Snapshot& snapshot);

// Those with an image whose id `wanted` takes, by path.
std::vector<NamedFile> files_with_id(const Snapshot& snapshot,
                                     const std::function<bool(const ImageId&)>& wanted);

}  // namespace symkit::catalogue

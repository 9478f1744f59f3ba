// The ids of all files in a folder, with a cache: one cache file for each requested folder, from which
// the next search takes what has not changed. A cache that is damaged, or is being written by another
// process, only costs time.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "find/catalogue/scan.h"
#include "ground/base/result.h"

namespace symkit::catalogue {

class Catalogue {
 public:
  // Limits of the cache, for one folder and for all; the least recently used is removed first.
  struct Bounds {
    std::size_t of_one = std::size_t{64} << 20;
    std::size_t of_all = std::size_t{256} << 20;
  };

  // `cache`: the folder of the cache files, which need not exist; empty: nothing is cached.
  explicit Catalogue(std::string cache) : Catalogue(std::move(cache), Bounds{}) {}
  Catalogue(std::string cache, Bounds bounds) : cache_(std::move(cache)), bounds_(bounds) {}

  // The current contents of a folder. `warn` is called if the cache cannot be written.
  Result<Snapshot> look(const std::string& folder, const ScanOptions& options,
                        const std::function<void(const std::string&)>& warn) const;

  // The path of the cache file of a folder; `root` is absolute.
  std::string path_of(std::string_view root) const;

 private:
  Result<void> keep(const Snapshot& snapshot) const;
  void make_room() const;

  std::string cache_;
  Bounds bounds_;
};

struct NamedFile {
  std::string path;  // below the root; for an image in an archive, the path into it
  std::vector<DescribedImage> images;
  bool broken = false;  // begins like an image, but is none
};

// A path below the root that could not be examined, and why.
struct PassedOver {
  std::string path;
  std::string reason;
};

// By path. The kernel's virtual folders are not included: nobody misses them.
std::vector<PassedOver> passed_over(const Snapshot& snapshot);

// The files of a snapshot that have images, or should have, by path.
std::vector<NamedFile> files_with_images(const Snapshot& snapshot);

// The files with an image whose id satisfies `wanted`, by path.
std::vector<NamedFile> files_with_id(const Snapshot& snapshot,
                                     const std::function<bool(const ImageId&)>& wanted);

}  // namespace symkit::catalogue

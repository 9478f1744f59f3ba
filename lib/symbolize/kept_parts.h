// The parts of one image that were asked for: fetched from the shelf, held against the manifest, and kept
// within a bound; those that nobody has asked for longest go first. For any number of threads.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "base/result.h"
#include "index/manifest.h"
#include "store/shelf.h"
#include "symbolize/native_image.h"

namespace symkit::symbolize {

class KeptParts {
 public:
  static constexpr std::size_t most_bytes = std::size_t{8} << 20;

  KeptParts(index::Manifest manifest, store::Shelf& shelf, std::size_t most = most_bytes)
      : manifest_(std::move(manifest)), shelf_(shelf), most_bytes_(most) {}

  const index::Manifest& manifest() const { return manifest_; }

  // An error says what of the index is missing or is not what the manifest means, and what to do.
  Result<std::shared_ptr<const NativeImage>> get(std::uint32_t number);

  std::size_t bytes() const;

 private:
  struct Kept {
    std::uint32_t number = 0;
    std::size_t bytes = 0;
    std::shared_ptr<const NativeImage> image;
  };
  std::shared_ptr<const NativeImage> known(std::uint32_t number);
  void keep(Kept part);

  index::Manifest manifest_;
  store::Shelf& shelf_;
  std::size_t most_bytes_;
  mutable std::mutex lock_;  // of what follows
  std::list<Kept> kept_;     // what was asked for last stands first
  std::unordered_map<std::uint32_t, std::list<Kept>::iterator> by_number_;
  std::size_t bytes_ = 0;
};

}  // namespace symkit::symbolize

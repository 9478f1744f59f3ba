// The parts of one image: fetched from the shelf on demand, checked against the manifest, and cached in
// the memory shared by all images. Thread-safe.
#pragma once

#include <cstdint>
#include <memory>

#include "answers/symbolize/native_image.h"
#include "answers/symbolize/part_memory.h"
#include "ground/base/result.h"
#include "keep/index/manifest.h"
#include "keep/store/shelf.h"

namespace symkit::symbolize {

class KeptParts {
 public:
  KeptParts(index::Manifest manifest, store::Shelf& shelf, PartMemory& memory = PartMemory::of_process())
      : manifest_(std::move(manifest)), shelf_(shelf), memory_(memory), keeper_(memory.new_keeper()) {}
  KeptParts(const KeptParts&) = delete;
  KeptParts& operator=(const KeptParts&) = delete;
  ~KeptParts() { memory_.forget(keeper_); }

  const index::Manifest& manifest() const { return manifest_; }
  store::Shelf& shelf() const { return shelf_; }

  // An error says which part is missing or does not match the manifest, and what to do.
  Result<std::shared_ptr<const NativeImage>> get(std::uint32_t number);

  // For fetching parts of many images in one request: whether a part is cached, its name, and how to
  // store it.
  bool has(std::uint32_t number) { return memory_.find({keeper_, number}) != nullptr; }
  store::Key key_of(std::uint32_t number) const;
  Result<std::shared_ptr<const NativeImage>> take(std::uint32_t number, const store::Found& found);
  // How much fetched data is cached at all.
  std::size_t most_kept() const { return memory_.most(); }

 private:
  index::Manifest manifest_;
  store::Shelf& shelf_;
  PartMemory& memory_;
  std::uint64_t keeper_;
};

}  // namespace symkit::symbolize

// The parts of one image: fetched from the shelf when they are asked for, held against the manifest, and kept
// in the memory that all images share. For any number of threads.
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

  // An error says what of the index is missing or is not what the manifest means, and what to do.
  Result<std::shared_ptr<const NativeImage>> get(std::uint32_t number);

  // For who fetches parts of many images in one question: whether one is at hand, what it is called, and what
  // was found of it.
  bool has(std::uint32_t number) { return memory_.find({keeper_, number}) != nullptr; }
  store::Key key_of(std::uint32_t number) const;
  Result<std::shared_ptr<const NativeImage>> take(std::uint32_t number, const store::Found& found);
  // How much of what is fetched is kept at all.
  std::size_t most_kept() const { return memory_.most(); }

 private:
  index::Manifest manifest_;
  store::Shelf& shelf_;
  PartMemory& memory_;
  std::uint64_t keeper_;
};

}  // namespace symkit::symbolize

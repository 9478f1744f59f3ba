// The contents of an image's sections: views of the file, or bytes that had to be made (decompressed,
// relocated) and belong to the image. Each section is made once, by the first thread that needs it;
// different threads may make different sections at the same time.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "files/container/image.h"
#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/unpack_budget.h"

namespace symkit::container {

class MadeContents {
 public:
  // Writes what a linker would write into a section's decompressed contents.
  using Relocate = std::function<Result<void>(std::size_t section, std::span<std::uint8_t> contents)>;

  // `relocated`: a flag for each of `sections`. Made bytes count against the `budget` of the complete
  // file: a malicious one lets a hundred sections share the same compressed bytes.
  MadeContents(const std::vector<Section>& sections, std::vector<bool> relocated,
               std::shared_ptr<io::UnpackBudget> budget);

  // `section` must be one of `sections`, which must be those of the constructor. See
  // Image::contents_as_made.
  Result<Bytes> get(const std::vector<Section>& sections, const Section& section, const Relocate& relocate,
                    const Image::Ready& ready = {}) const;

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  struct Slot {
    std::once_flag once;
    std::unique_ptr<std::uint8_t[]> bytes;
    Result<Bytes> result;
  };

  Result<Bytes> make(Slot& slot, const Section& section, std::size_t index, const Relocate& relocate,
                     const Image::Ready& ready) const;

  std::vector<bool> relocated_;
  std::vector<std::uint32_t> slot_of_;
  std::unique_ptr<Slot[]> slots_;
  std::shared_ptr<io::UnpackBudget> budget_;
};

}  // namespace symkit::container

// What an image's sections hold: views of the file, or contents that had to be made (unpacked, relocated) and
// now belong to the image. Each section is made once, by whoever asks first; different sections are made on
// different threads at the same time.
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
  // Writes into the unpacked contents of a section what a linker would have written.
  using Relocate = std::function<Result<void>(std::size_t section, std::span<std::uint8_t> contents)>;

  // `relocated`: a flag for each of `sections`. What is made is taken from the `budget` of the whole file: a
  // hostile one lets a hundred sections share the same compressed bytes.
  MadeContents(const std::vector<Section>& sections, std::vector<bool> relocated,
               std::shared_ptr<io::UnpackBudget> budget);

  // Of `section`, which must be one of `sections`, those of the constructor. See Image::contents_as_made.
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

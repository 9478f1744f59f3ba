// The image's debug sections, unpacked, as the DWARF reader wants them. Workers share the unpacking, and
// .debug_info, which is most of it, can be read while it is under way.
#pragma once

#include <atomic>
#include <functional>
#include <latch>
#include <optional>
#include <vector>

#include "files/container/image.h"
#include "files/dwarf/debug_file.h"
#include "files/dwarf/sections.h"
#include "ground/base/result.h"

namespace symkit::debuginfo {

// Sections that the image lacks are empty. Compressed ones are unpacked by `jobs` threads.
Result<dwarf::Sections> debug_sections(const container::Image& image, unsigned jobs);

class DebugSections {
 public:
  // `supplementary`: what the image shares with others, or null.
  explicit DebugSections(const container::Image& image, const dwarf::DebugFile* supplementary = nullptr);

  // What all sections together hold, as the image declares it.
  std::uint64_t size() const;

  // Unpacks .debug_info; to be called once. `ready` is told how far it is.
  void make_info(const container::Image::Ready& ready);
  // Takes part in unpacking all the others; returns when they are there, whoever made them.
  void make_others();

  // Complete as far as make_info and make_others are; info itself from the first `ready` on.
  const dwarf::Sections& sections() const { return sections_; }
  // What went wrong first, in the order of the sections.
  Result<void> result() const;

 private:
  struct Work {
    const container::Section* section;
    Bytes dwarf::Sections::* place;
    std::optional<Error> error = {};
  };

  const container::Image& image_;
  dwarf::Sections sections_;
  std::optional<Work> info_;
  std::vector<Work> others_;  // the largest first
  std::atomic<std::size_t> next_{0};
  std::optional<std::latch> others_left_;
};

}  // namespace symkit::debuginfo

// The image's debug sections, decompressed, for the DWARF reader. Workers share the decompression, and
// .debug_info, the largest part, can be read meanwhile.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <latch>
#include <optional>
#include <vector>

#include "files/container/image.h"
#include "files/dwarf/debug_file.h"
#include "files/dwarf/sections.h"
#include "ground/base/result.h"

namespace symkit::debuginfo {

// Missing sections are empty. Compressed ones are decompressed by `jobs` threads.
Result<dwarf::Sections> debug_sections(const container::Image& image, unsigned jobs);

// Whether line tables are read, which are large.
enum class Lines : std::uint8_t { Wanted, Unwanted };

class DebugSections {
 public:
  // `supplementary`: the file that the image shares with others, or null.
  explicit DebugSections(const container::Image& image, const dwarf::DebugFile* supplementary = nullptr,
                         Lines lines = Lines::Wanted);

  // The total size of all sections, as the image declares it.
  std::uint64_t size() const;

  // Decompresses .debug_info; to be called once. Progress is reported to `ready`.
  void make_info(const container::Image::Ready& ready);
  // Helps to decompress all other sections; returns when they are done, by whichever thread.
  void make_others();

  // Complete as far as make_info() and make_others() are; info itself from the first `ready` on.
  const dwarf::Sections& sections() const { return sections_; }
  // The first error, in the order of the sections.
  Result<void> result() const;
  Result<void> result_of_others() const;

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

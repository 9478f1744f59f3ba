// The index of macOS' compact unwind tables (__unwind_info): an encoding of 32 bits for each function, or for
// several that follow each other. The form is described in Apple's <mach-o/compact_unwind_encoding.h>.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ground/base/bytes.h"

namespace symkit::unwind {

struct CompactEntry {
  std::uint64_t begin = 0;  // from the image's begin
  std::uint64_t end = 0;
  std::uint32_t encoding = 0;
};

class CompactEntries {
 public:
  // `section`: __unwind_info; its bytes must outlive it.
  explicit CompactEntries(Bytes section);

  std::optional<CompactEntry> find(std::uint64_t address) const;
  // Of the first; nothing: there is none.
  std::optional<std::uint64_t> begin() const;

 private:
  struct Page {
    std::uint32_t begin = 0;  // the address of its first function
    std::uint32_t end = 0;
    Bytes bytes;  // to the section's end
  };

  std::optional<Page> page_of(std::uint64_t address) const;
  static std::optional<CompactEntry> in_regular(const Page& page, std::uint64_t address);
  std::optional<CompactEntry> in_compressed(const Page& page, std::uint64_t address) const;
  std::optional<std::uint32_t> encoding_of(Bytes page, std::size_t number) const;

  Bytes section_;
  Bytes common_;  // encodings that all pages share
  Bytes pages_;   // the list of them
};

}  // namespace symkit::unwind

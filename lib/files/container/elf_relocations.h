// Relocations of object files: which sections have them, and what applying them makes of the contents.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "files/container/elf_file.h"
#include "files/container/image.h"
#include "ground/base/result.h"

namespace symkit::container::elf {

class RelocationSections {
 public:
  bool has(std::size_t section) const;

  // Writes into `contents`, which are those of `section`, what a linker would have written.
  Result<void> apply(const ElfFile& file, const std::vector<Section>& sections, std::size_t section,
                     std::span<std::uint8_t> contents) const;

 private:
  friend RelocationSections find_relocations(const ElfFile& file);
  std::vector<std::pair<std::size_t, std::size_t>> by_target_;  // relocated section, relocations; sorted
};

// None in linked files: what relocations they carry have been applied (vmlinux keeps its .rela.debug_*). None
// for code and data of the image, which nobody here reads.
RelocationSections find_relocations(const ElfFile& file);

}  // namespace symkit::container::elf

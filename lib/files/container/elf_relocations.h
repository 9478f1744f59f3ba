// Relocations of object files: which sections have them, and their application.
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

  // Writes what a linker would write into `contents`, the content of `section`.
  Result<void> apply(const ElfFile& file, const std::vector<Section>& sections, std::size_t section,
                     std::span<std::uint8_t> contents) const;

 private:
  friend RelocationSections find_relocations(const ElfFile& file);
  std::vector<std::pair<std::size_t, std::size_t>> by_target_;  // sorted: section, relocations
};

// Empty for linked files: their relocations have been applied (vmlinux keeps its .rela.debug_*). Also
// empty for the image's code and data, which are not read here.
RelocationSections find_relocations(const ElfFile& file);

}  // namespace symkit::container::elf

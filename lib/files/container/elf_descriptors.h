// Function descriptors of 64-bit PowerPC before ELFv2: a function's symbol refers to an entry of .opd,
// whose first word is the address of its code.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "files/container/elf_file.h"
#include "files/container/image.h"
#include "ground/base/address.h"

namespace symkit::container::elf {

class FunctionDescriptors {
 public:
  FunctionDescriptors(const ElfFile& file, const std::vector<Section>& sections);

  // Whether this file's processor and ABI have them.
  bool are_used() const { return is_used_; }
  // Moves a symbol of a descriptor to the code of its function, and sets the section of that. ".main",
  // the symbol for the code itself in older compilers, becomes "main".
  void resolve(Symbol& symbol) const;

 private:
  std::optional<std::uint64_t> entry_of(std::uint64_t descriptor) const;

  struct Code {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    std::uint32_t section = 0;
  };
  std::vector<Code> code_;  // by address
  Bytes descriptors_;
  std::uint64_t begin_ = 0;
  Endian endian_ = Endian::Big;
  bool is_used_ = false;  // this file's processor and ABI use them
};

}  // namespace symkit::container::elf

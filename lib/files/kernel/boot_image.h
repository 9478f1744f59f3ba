// What a boot loader loads: bzImage (x86), Image (arm64, riscv), an EFI program round either of them. In it
// is the kernel: as an ELF file, or as its memory will be.
#pragma once

#include <optional>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/unpacked.h"

namespace symkit::kernel {

// Does the beginning of a file look like one? Of 528 bytes it can be told.
bool is_boot_image(Bytes beginning);

struct BootImage {
  io::Unpacked unpacked;                              // where it was packed
  Bytes kernel;                                       // in there, or in the file
  Architecture architecture = Architecture::Unknown;  // of a flat image; an ELF file says it itself
};

// Errors say what cannot be unpacked, and what else to do.
Result<BootImage> open_boot_image(Bytes file, io::UnpackBudget& budget);

}  // namespace symkit::kernel

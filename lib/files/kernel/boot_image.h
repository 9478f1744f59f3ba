// The formats that a boot loader loads: bzImage (x86), Image (arm64, riscv), and an EFI program around
// either. They contain the kernel as an ELF file or as a memory image.
#pragma once

#include <optional>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/unpacked.h"

namespace symkit::kernel {

// Whether the beginning of a file looks like one. Needs 528 bytes.
bool is_boot_image(Bytes beginning);

struct BootImage {
  io::Unpacked unpacked;                              // if it was compressed
  Bytes kernel;                                       // a view of these bytes, or of the file
  Architecture architecture = Architecture::Unknown;  // of a flat image; an ELF file has it itself
};

// Errors say what cannot be decompressed, and what to do instead.
Result<BootImage> open_boot_image(Bytes file, io::UnpackBudget& budget);

}  // namespace symkit::kernel

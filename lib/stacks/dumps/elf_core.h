// Core files of Linux and of those that write the same: qemu, gdb.
#pragma once

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "stacks/dumps/process.h"

namespace symkit::dumps {

bool is_elf_core(Bytes beginning);

// Texts and memory are views of the bytes. A file that was cut off is read as far as it goes.
Result<Process> read_elf_core(Bytes bytes);

}  // namespace symkit::dumps

// The instructions at which a thread has crashed, as bytes: a disassembler, or a glance, tells which
// registers they use.
#pragma once

#include <string>

#include "ground/base/bytes.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/process.h"

namespace symkit::dumps {

struct CrashCode {
  Bytes before;
  Bytes from;  // the instruction begins it; empty: it is not known
};

// Of the process's first thread, if it has crashed. Bytes may be those of its files.
CrashCode crash_code_of(const Process& process, const LoadedImages& images);

// "48 8b 45 f8 <8b> 00 c9 c3", as Linux' kernel writes it.
std::string told_crash_code(const CrashCode& code);

}  // namespace symkit::dumps

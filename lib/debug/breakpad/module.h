// What a Breakpad symbol file says of its image, in its first lines: the processor, the name and the ids.
#pragma once

#include <string>
#include <string_view>

#include "ground/base/architecture.h"
#include "ground/base/image_id.h"
#include "ground/base/result.h"

namespace symkit::breakpad {

struct Module {
  std::string system;  // "Linux", "mac", "windows"
  Architecture architecture = Architecture::Unknown;
  std::string name;
  // As the image has it: its whole build id or UUID where INFO CODE_ID says it, else what the 33 digits of
  // MODULE keep of it: 16 bytes. Of Windows the PDB's GUID. Empty where all digits are 0.
  ImageId id;
  bool has_lines = false;  // the beginning names source files
};

// Does a text begin like one?
bool looks_like_symbols(std::string_view beginning);

// From the first lines; the text may end anywhere behind MODULE.
Result<Module> read_module(std::string_view beginning);

// The name of the image that a symbol file is of, by its own: "libfoo.so" of libfoo.so.sym or
// libfoo.so.sym.gz. Empty where it is called otherwise.
std::string_view image_of(std::string_view file_name);

}  // namespace symkit::breakpad

// The description of the image in the first lines of a Breakpad symbol file: the processor, the name and
// the ids.
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
  // The image's own id: its complete build id or UUID if INFO CODE_ID has it, else what the 33 digits of
  // MODULE keep of it: 16 bytes. On Windows, the PDB's GUID and age. Empty if all digits are 0.
  ImageId id;
  bool has_lines = false;  // the beginning lists source files
};

// Whether a text begins like a symbol file.
bool looks_like_symbols(std::string_view beginning);

// From the first lines; the text may end anywhere after MODULE.
Result<Module> read_module(std::string_view beginning);

// The name of the image, derived from the name of its symbol file: "libfoo.so" for libfoo.so.sym or
// libfoo.so.sym.gz. Empty for other file names.
std::string_view image_of(std::string_view file_name);

}  // namespace symkit::breakpad

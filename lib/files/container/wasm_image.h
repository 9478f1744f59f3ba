// A WebAssembly module as an image: function addresses are those of DWARF, relative to the content of the
// code section.
#pragma once

#include <memory>

#include "files/container/image.h"
#include "files/container/wasm_file.h"

namespace symkit::container::wasm {

Result<std::unique_ptr<Image>> open_wasm(Bytes bytes);

}  // namespace symkit::container::wasm

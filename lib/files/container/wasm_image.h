// A WebAssembly module as an image: functions stand where DWARF has them, by the code section's content.
#pragma once

#include <memory>

#include "files/container/image.h"
#include "files/container/wasm_file.h"

namespace symkit::container::wasm {

Result<std::unique_ptr<Image>> open_wasm(Bytes bytes);

}  // namespace symkit::container::wasm

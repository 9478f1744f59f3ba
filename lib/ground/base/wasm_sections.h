// The sections of a WebAssembly module, in order, for readers of debug information and for those that
// need only the name of the source map.
#pragma once

#include <cstdint>
#include <functional>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit {

bool is_wasm(Bytes beginning);

struct WasmSection {
  static constexpr std::uint8_t custom = 0;

  std::uint8_t id = 0;
  std::uint64_t content_at = 0;  // in the module
  Bytes content;
  std::string_view name = {};  // of a custom section; `content` begins after it
};

// An error names the section that is cut off; the sections before it have been visited.
Result<void> each_wasm_section(Bytes module, const std::function<void(const WasmSection&)>& visit);

}  // namespace symkit

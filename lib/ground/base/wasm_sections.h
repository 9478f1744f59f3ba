// The sections of a WebAssembly module, one behind the other: who reads debug information asks for them, and
// who only wants to know which source map it names.
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
  std::string_view name = {};  // of a custom one, behind which `content` then begins
};

// An error says which section is cut off; those before it have been visited.
Result<void> each_wasm_section(Bytes module, const std::function<void(const WasmSection&)>& visit);

}  // namespace symkit

// A WebAssembly module: its sections, the code of each function, and function names. DWARF offsets are
// relative to the content of the code section, and engines' stack traces to the beginning of the module.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/image_id.h"
#include "ground/base/result.h"

namespace symkit::container::wasm {

struct CustomSection {
  std::string_view name;
  Bytes data;
};

// Relative to the content of the code section, after the number with its length.
struct FunctionBody {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
};

struct WasmFile {
  Bytes bytes;
  std::vector<CustomSection> custom;
  Bytes code;                 // the content of the code section
  std::uint64_t code_at = 0;  // where that begins in the module
  bool wide = false;          // pointers have eight bytes (memory64)
  std::vector<FunctionBody> functions;
  // By number among the functions defined here: from the name section, else from the exports.
  std::map<std::uint32_t, std::string_view> names;
  std::optional<ImageId> id;         // from the section build_id
  std::string_view debug_file = {};  // from the section external_debug_info
  std::string_view source_map = {};  // from the section sourceMappingURL

  // Null if there is none.
  const CustomSection* find(std::string_view name) const;
};

Result<WasmFile> read_wasm_file(Bytes bytes);

}  // namespace symkit::container::wasm

// A WebAssembly module: its sections, where each function's code is, and what functions are called. DWARF in
// it counts from the beginning of the code section's content; engines' stacks count from the module's
// beginning.
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

// By the code section's content, behind the number that says how long it is.
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
  // By their numbers among the functions that are defined here: the name section's, else the exported ones.
  std::map<std::uint32_t, std::string_view> names;
  std::optional<ImageId> id;         // of the section build_id
  std::string_view debug_file = {};  // of the section external_debug_info
  std::string_view source_map = {};  // of the section sourceMappingURL

  // Null where there is none.
  const CustomSection* find(std::string_view name) const;
};

Result<WasmFile> read_wasm_file(Bytes bytes);

}  // namespace symkit::container::wasm

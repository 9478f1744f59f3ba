// What a generated file says of itself in its last lines: which map is its own, and its debug id.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::sourcemap {

struct Comments {
  std::string map_url;   // sourceMappingURL, the last one; empty: none
  std::string debug_id;  // lower case, without dashes; empty: none
};

Comments read_comments(std::string_view generated);
// The same of a WebAssembly module, which has a section for it.
Comments read_module(Bytes module);

// Lower case, without dashes: what debug ids are compared by.
std::string plain_debug_id(std::string_view id);

bool is_data_url(std::string_view url);

// What a data: URL holds: JSON, in base64 or percent-encoded.
Result<std::string> read_data_url(std::string_view url);

}  // namespace symkit::sourcemap

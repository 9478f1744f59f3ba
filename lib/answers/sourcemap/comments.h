// The comments in the last lines of a generated file: the URL of its map, and its debug id.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::sourcemap {

struct Comments {
  std::string map_url;   // the last sourceMappingURL; empty: none
  std::string debug_id;  // lower case, without dashes; empty: none
};

Comments read_comments(std::string_view generated);
// The same for a WebAssembly module, which has a section for it.
Comments read_module(Bytes module);

// Lower case, without dashes: the form in which debug ids are compared.
std::string plain_debug_id(std::string_view id);

bool is_data_url(std::string_view url);

// The content of a data: URL: JSON, in base64 or percent-encoded.
Result<std::string> read_data_url(std::string_view url);

}  // namespace symkit::sourcemap

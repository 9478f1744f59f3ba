// A JSON document with separate binary columns of numbers ("JSLB"), as samply writes it for the Firefox
// Profiler. It is converted to the JSON that it represents.
#pragma once

#include <string>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::profile {

bool looks_like_json_slabs(Bytes bytes);
// Errors are about the file: "is truncated: …". Whether the result is valid JSON is left to its reader.
Result<std::string> json_of_slabs(Bytes bytes);

}  // namespace symkit::profile

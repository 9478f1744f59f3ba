// A JSON document whose columns of numbers lie beside it as the machine has them ("JSLB"): what samply writes
// for the Firefox Profiler. Read as the JSON that it stands for.
#pragma once

#include <string>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::profile {

bool looks_like_json_slabs(Bytes bytes);
// Errors are said of the file: "is cut: …". That what stands there is JSON is for its reader to find.
Result<std::string> json_of_slabs(Bytes bytes);

}  // namespace symkit::profile

// The contents of an index: for a native one how much it knows, for those of mappings and source maps a
// short description.
#pragma once

#include <string>

#include "ground/base/result.h"
#include "ground/io/mapped_file.h"
#include "syminfo/options.h"

namespace symkit::syminfo {

// Appends the description in the requested form. An error names the path.
Result<void> append_index(std::string& out, const io::MappedFile& file, Format format, unsigned jobs);

}  // namespace symkit::syminfo

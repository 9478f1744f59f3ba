// The contents of an index: of a native one how much it knows, of those of mappings and source maps in short
// what they are for.
#pragma once

#include <string>

#include "ground/base/result.h"
#include "ground/io/mapped_file.h"
#include "syminfo/options.h"

namespace symkit::syminfo {

// Appends what there is to say in the form that is wanted. An error names the path.
Result<void> append_index(std::string& out, const io::MappedFile& file, Format format, unsigned jobs);

}  // namespace symkit::syminfo

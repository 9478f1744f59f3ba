// The functions of Go's own table.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "debug/debuginfo/code_ranges.h"
#include "debug/listing/listing.h"
#include "ground/base/diagnostics.h"

namespace symkit::listing {

// Appends to both; a table that cannot be read is reported to `warn`.
void append_go_functions(const container::Image& image, const debuginfo::CodeRanges& code,
                         const WarningSink& warn, std::vector<Function>& functions,
                         std::vector<std::deque<std::string>>& texts);

}  // namespace symkit::listing

// The functions in an image's PDB.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "debug/listing/listing.h"
#include "files/container/image.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"

namespace symkit::listing {

// Names are stored in `texts`, one for each worker. Appends nothing if the image has no PDB.
void append_pdb_functions(const container::Image& image, unsigned jobs, const WarningSink& warn,
                          std::vector<Function>& functions, std::vector<std::deque<std::string>>& texts);

}  // namespace symkit::listing

// The functions that a PDB has of an image.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "debug/listing/listing.h"
#include "files/container/image.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"

namespace symkit::listing {

// Names are put into `texts`, one for each worker. Nothing where the image has no PDB.
void append_pdb_functions(const container::Image& image, unsigned jobs, const WarningSink& warn,
                          std::vector<Function>& functions, std::vector<std::deque<std::string>>& texts);

}  // namespace symkit::listing

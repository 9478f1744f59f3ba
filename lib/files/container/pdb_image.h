// A PDB as an image: the sections of the file that it belongs to, without what is in them, and the names that
// the linker knew. Its text base is 0, so that file addresses are RVAs.
#pragma once

#include <memory>
#include <vector>

#include "files/container/image.h"
#include "files/pdb/database.h"

namespace symkit::container {

Result<std::unique_ptr<Image>> open_pdb(Bytes bytes);

// The names that the linker knew, as symbols of an image that is based there. `records` holds them; `names`
// those that had to be made.
Result<std::vector<Symbol>> symbols_of(const pdb::Database& database, FileAddress base, pdb::Stream& records,
                                       const std::vector<Section>& sections);

}  // namespace symkit::container

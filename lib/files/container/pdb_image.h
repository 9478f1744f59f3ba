// A PDB as an image: the sections of the file that it belongs to, without their contents, and the names
// known to the linker. Its text base is 0, so that file addresses are RVAs.
#pragma once

#include <memory>
#include <vector>

#include "files/container/image.h"
#include "files/pdb/database.h"

namespace symkit::container {

Result<std::unique_ptr<Image>> open_pdb(Bytes bytes);

// The names known to the linker, as symbols of an image with this base. The names are views of `records`.
Result<std::vector<Symbol>> symbols_of(const pdb::Database& database, FileAddress base, pdb::Stream& records,
                                       const std::vector<Section>& sections);

}  // namespace symkit::container

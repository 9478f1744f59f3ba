// A PE file (.exe, .dll, .sys) as an image. Its text base is the image base that it prefers, so that offsets
// are RVAs.
#pragma once

#include <memory>
#include <string>

#include "files/container/image.h"

namespace symkit::container::pe {

// `path`: where the file is; a PDB beside it is read once somebody asks for it. Empty: of no file.
Result<std::unique_ptr<Image>> open_pe(Bytes bytes, std::string path);

}  // namespace symkit::container::pe

// A PE file (.exe, .dll, .sys) as an image. Its text base is the preferred image base, so that offsets
// are RVAs.
#pragma once

#include <memory>
#include <string>

#include "files/container/image.h"

namespace symkit::container::pe {

// `path`: of the file; a PDB next to it is read on first use. Empty: there is no file.
Result<std::unique_ptr<Image>> open_pe(Bytes bytes, std::string path);

}  // namespace symkit::container::pe

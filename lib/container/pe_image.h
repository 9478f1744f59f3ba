// A PE file (.exe, .dll, .sys) as an image. Its text base is the image base that it prefers, so that offsets
// are RVAs.
#pragma once

#include <memory>

#include "container/image.h"

namespace symkit::container::pe {

Result<std::unique_ptr<Image>> open_pe(Bytes bytes);

}  // namespace symkit::container::pe

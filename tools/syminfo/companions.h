// The files with the rest of an image's debug information, where the user and the image say they are.
#pragma once

#include <memory>
#include <string>

#include "debug/companions/companions.h"
#include "syminfo/options.h"

namespace symkit::syminfo {

// Valid as long as the image is.
inline std::unique_ptr<debuginfo::Companions> companions_of(const std::string& path,
                                                            const container::Image& image,
                                                            const Options& options) {
  return companions::companions_of(image, {.path = path},
                                   {.folders = options.symbols, .path_maps = options.prefix_maps});
}

}  // namespace symkit::syminfo

// Where an image's own addresses begin, told by the image itself: a PDB and Breakpad's symbols do not know.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ground/base/address.h"
#include "ground/base/image_id.h"

namespace symkit::intake {

// By the first of the files that has the image with this id.
std::optional<FileAddress> text_base_among(const std::vector<std::string>& files, const ImageId& id);

}  // namespace symkit::intake

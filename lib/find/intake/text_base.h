// Where an image's own addresses begin, according to the image itself: a PDB and Breakpad symbols do not
// say.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ground/base/address.h"
#include "ground/base/image_id.h"

namespace symkit::intake {

// From the first of the files that has the image with this id.
std::optional<FileAddress> text_base_among(const std::vector<std::string>& files, const ImageId& id);

}  // namespace symkit::intake

// Of an image with a PDB no more than what answers for a few places: an image itself, of which an index can
// be made at a small part of the cost.
#pragma once

#include <memory>
#include <span>

#include "files/container/image.h"

namespace symkit::container {

// `image` must outlive it. Null where it has no PDB, or that does not tell which part of it is needed.
std::unique_ptr<Image> pdb_excerpt(const Image& image, std::span<const std::uint32_t> rvas);

}  // namespace symkit::container

// An excerpt of an image with a PDB, with only what is needed for a few places. It is an image itself,
// and can be indexed at a small part of the cost.
#pragma once

#include <memory>
#include <span>

#include "files/container/image.h"

namespace symkit::container {

// `image` must outlive it. Null if it has no PDB, or one that does not show which part is needed.
std::unique_ptr<Image> pdb_excerpt(const Image& image, std::span<const std::uint32_t> rvas);

}  // namespace symkit::container

// A .dwo or a .dwp by itself: can its entries be read, does what they point at exist, and does a package's
// index lead to each unit? Where its code and lines are stands in the image that it belongs to, which judges
// the rest of it (image_check.h).
#pragma once

#include "debug/verify/image_check.h"

namespace symkit::verify {

// Of an image that debuginfo::SplitFile::is_one().
ImageReport check_split_file(const container::Image& image, const Options& options);

}  // namespace symkit::verify

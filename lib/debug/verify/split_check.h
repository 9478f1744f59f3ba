// Checks a .dwo or a .dwp by itself: can its entries be read, do their references exist, and does a
// package's index find each unit? Its code and lines are in the image that it belongs to, and checked
// with that (image_check.h).
#pragma once

#include "debug/verify/image_check.h"

namespace symkit::verify {

// For an image that is a debuginfo::SplitFile::is_one().
ImageReport check_split_file(const container::Image& image, const Options& options);

}  // namespace symkit::verify

// One slice after the other of all that was named: the walk that --functions and --verify share. What is no
// image is reported and passed over, or passed over in silence where nobody named it.
#pragma once

#include <functional>
#include <string>

#include "files/container/open.h"
#include "ground/base/bytes.h"
#include "ground/base/image_id.h"
#include "syminfo/questions.h"

namespace symkit::syminfo {

// A slice of an image file, or an index.
struct Slice {
  std::string path;
  Architecture architecture = Architecture::Unknown;
  ImageId id;
  const container::Image* image = nullptr;
  const container::File* file = nullptr;
  Bytes index = {};          // instead of an image
  bool was_named = false;    // not met in a folder
  bool is_only_one = false;  // of all that was named: nobody needs to be told which it is
};

// "libfoo.dylib (arm64)"; without the architecture where it is not known.
std::string title_of(const Slice& slice);

// Calls `take` with each; it returns false to end the walk. Errors go to the console.
void for_each_slice(Work& work, const std::function<bool(const Slice&)>& take);

}  // namespace symkit::syminfo

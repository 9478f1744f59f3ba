// Iterates over the slices of all named files, for --functions and --verify. Files that are not images
// are reported and skipped, or skipped silently if found in a folder.
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
  bool was_named = false;    // not found in a folder
  bool is_only_one = false;  // the only slice of all, so its title need not be printed
};

// "libfoo.dylib (arm64)"; without the architecture if it is unknown.
std::string title_of(const Slice& slice);

// Calls `take` for each slice, until it returns false. Errors go to the console.
void for_each_slice(Work& work, const std::function<bool(const Slice&)>& take);

}  // namespace symkit::syminfo

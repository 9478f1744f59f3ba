// Whether the debug file that a stripped binary names (.gnu_debuglink) is where debuggers and symlookup look
// for it. A person who reads "it is in another file" wants to know at once if they have that file.
#pragma once

#include <string>

#include "container/image.h"

namespace symkit::syminfo {

struct LinkedFile {
  std::string path;  // empty: there is none
  bool fits = true;  // its id is that of the binary, as far as both have one
};

LinkedFile linked_file(const std::string& binary, const container::Image& image, const std::string& link);

// What there is to add to a verdict.
std::string told_of(const LinkedFile& file);

}  // namespace symkit::syminfo

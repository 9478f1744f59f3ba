// The image that most tests of this room look for, and what is told of where it was found.
#pragma once

#include <string>

#include "find/locate/provider.h"
#include "ground/base/image_id.h"

namespace symkit::test {

// Of all the fixtures called elf-container/market-*.
inline const ImageId market = *ImageId::parse("5bb40e2c8ce5c8185765db5cc750279db4238c22");

// "path lines by name": what it is, if it has lines, and why it is taken.
inline std::string told(const locate::Origin& origin) {
  std::string text = origin.path + (origin.has_lines() ? " lines" : "");
  switch (origin.grounds) {
    case symbolize::Grounds::Id: break;
    case symbolize::Grounds::Name: text += " by name"; break;
    case symbolize::Grounds::Evidence: text += " on evidence"; break;
    case symbolize::Grounds::Path: text += " by path"; break;
  }
  return text;
}

}  // namespace symkit::test

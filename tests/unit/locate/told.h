// A folder of copies of fixtures, gone again at the end of the test.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

#include "base/image_id.h"
#include "locate/provider.h"

namespace symkit::test {

inline const std::string native = SYMKIT_TEST_DATA "/native/";
// Of all the fixtures called elf-container/market-*.
inline const ImageId market = *ImageId::parse("5bb40e2c8ce5c8185765db5cc750279db4238c22");

struct Scratch {
  Scratch() {
    std::string pattern = std::filesystem::temp_directory_path() / "symkit-locate-XXXXXX";
    path = ::mkdtemp(pattern.data());
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { std::filesystem::remove_all(path); }

  std::string add(const std::string& fixture, const std::string& as) const {
    std::filesystem::create_directories(std::filesystem::path(path + "/" + as).parent_path());
    std::filesystem::copy_file(native + fixture, path + "/" + as);
    return path + "/" + as;
  }

  std::string path;
};

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

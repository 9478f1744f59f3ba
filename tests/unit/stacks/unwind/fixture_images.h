// The native images among the fixtures, and this program.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "files/container/open.h"
#include "files/container/section_named.h"

namespace symkit::unwind {

// Null: there is none, or it has no bytes.
inline const container::Section* section_with_bytes(const container::Image& image, std::string_view name) {
  const container::Section* const found = container::section_named(image, name);
  return found == nullptr || found->data.empty() ? nullptr : found;
}

// Calls take(path, image) for each file with one image.
template <class Take>
void each_fixture_image(Take take) {
  std::vector<std::filesystem::path> paths = {"/proc/self/exe"};
  for (const auto& path : std::filesystem::recursive_directory_iterator(SYMKIT_TEST_DATA "/native"))
    if (path.is_regular_file()) paths.push_back(path.path());
  for (const auto& path : paths) {
    const auto file = container::open_file(path);
    if (file && (*file)->images().size() == 1) take(path, *(*file)->images().front());
  }
}

}  // namespace symkit::unwind

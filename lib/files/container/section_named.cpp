#include "files/container/section_named.h"

#include <algorithm>

namespace symkit::container {

const Section* section_named(const Image& image, std::string_view name) {
  const auto found = std::ranges::find(image.sections(), name, &Section::name);
  return found == image.sections().end() ? nullptr : &*found;
}

}  // namespace symkit::container

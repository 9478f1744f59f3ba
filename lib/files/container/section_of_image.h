// The index of an image's section. Sections are passed by reference, so the address gives it.
#pragma once

#include <functional>
#include <vector>

#include "files/container/image.h"
#include "ground/base/result.h"
#include "ground/base/words.h"

namespace symkit::container {

inline Result<std::size_t> index_of(const Section& section, const std::vector<Section>& sections) {
  const Section* first = sections.data();
  const std::less<const Section*> before;
  if (before(&section, first) || !before(&section, first + sections.size()))
    return fail(say("section ", section.name, " was requested, but belongs to a copy or to another image"));
  return static_cast<std::size_t>(&section - first);
}

}  // namespace symkit::container

// What --arch leaves of a file.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/architecture.h"

namespace symkit::syminfo {

// Those for the architecture; where there are none, those for a variant of it. All where nobody asked.
template <class Slice>
std::vector<Slice> chosen(const std::vector<Slice>& slices, std::optional<Architecture> asked) {
  if (!asked) return slices;
  std::vector<Slice> exact, variants;
  for (const Slice& slice : slices) {
    if (slice.architecture == *asked) exact.push_back(slice);
    if (is_variant(*asked, slice.architecture)) variants.push_back(slice);
  }
  return exact.empty() ? variants : exact;
}

}  // namespace symkit::syminfo

// Selects slices of a file by --arch.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/architecture.h"

namespace symkit::syminfo {

// The slices of the architecture; if there are none, those of its variants. Without --arch, all.
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

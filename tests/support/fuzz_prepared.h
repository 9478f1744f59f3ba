// An image from nowhere, prepared with what has the rest of its debug information: the index must open and be
// whole, and say what is missing.
#pragma once

#include "debug/symbols/missing_units.h"
#include "debug/symbols/prepare.h"
#include "keep/index/native_index.h"
#include "support/fuzz_require.h"

namespace symkit::fuzz {

// Calls use(index) where there is one.
template <class Use>
void prepare(const container::Image& image, debuginfo::Companions& companions, Use use) {
  symbols::PrepareOptions how;
  how.companions = &companions;
  const auto bytes = symbols::prepare(image, how);
  const std::uint64_t missing = symbols::missing_units(image, companions, 1);
  if (!bytes || bytes->empty()) return;
  const auto index = index::NativeIndex::open(*bytes);
  require(index.has_value() && index->envelope().verify_checksums().has_value());
  require(index->split().units >= missing);
  use(*index);
}

}  // namespace symkit::fuzz

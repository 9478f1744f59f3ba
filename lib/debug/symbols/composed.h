// Composes the index of what a layout wants: runs all sources, and decides where they differ.
#pragma once

#include <cstdint>
#include <vector>

#include "debug/symbols/layout.h"
#include "debug/symbols/prepare.h"
#include "files/container/image.h"
#include "ground/base/result.h"
#include "keep/index/facts.h"

namespace symkit::symbols {

// Empty if there is nothing that it wants.
Result<std::vector<std::uint8_t>> composed(const Layout& layout);

// The facts that the image's index will have, but for those that need its debug information or code.
Result<index::Facts> facts_of(const container::Image& image, const PrepareOptions& options);

}  // namespace symkit::symbols

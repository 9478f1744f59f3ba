// llvm-symbolizer --filter-markup: replaces the elements of symbolizer markup in a log.
#pragma once

#include <cstdint>

#include "dropin/object_files.h"
#include "ground/base/result.h"
#include "ground/print/output.h"

namespace symkit::dropin {

enum class MarkupColor : std::uint8_t { Auto, Always, Never };

// Copies standard input to the output, line by line.
Result<void> filter_markup(ObjectFiles& files, MarkupColor color, print::Output& output);

}  // namespace symkit::dropin

// llvm-symbolizer --filter-markup: a log with symbolizer markup, of which the elements are made readable.
#pragma once

#include <cstdint>

#include "dropin/object_files.h"
#include "ground/base/result.h"
#include "ground/print/output.h"

namespace symkit::dropin {

enum class MarkupColor : std::uint8_t { Auto, Always, Never };

// Standard input to the output, line by line.
Result<void> filter_markup(ObjectFiles& files, MarkupColor color, print::Output& output);

}  // namespace symkit::dropin

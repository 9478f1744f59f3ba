// Reports on recordings.
#pragma once

#include <cstdint>

#include "common/console.h"
#include "ground/base/result.h"
#include "symleak/options.h"

namespace symkit::symleak {

Result<void> report(const Options& options, tools::Console& console);

enum class Verdict : std::uint8_t { Clean, Leaks, Growth };
Result<Verdict> check(const Options& options, tools::Console& console);

}  // namespace symkit::symleak

// Shows the progress of preparation; warnings go to the console without damaging the progress bar.
#pragma once

#include <string>

#include "common/console.h"
#include "find/intake/intake.h"
#include "ground/print/progress.h"

namespace symkit::tools {

// Valid as long as both arguments.
inline intake::Watch watch_with(print::Progress& progress, Console& console) {
  intake::Watch watch;
  watch.warn = [&](const std::string& message) {
    progress.erase();
    console.warning(message);
  };
  watch.began = [&](const std::string& name, std::uint64_t bytes) { progress.begin(name, bytes); };
  watch.advanced = [&](std::uint64_t bytes) { progress.advance(bytes); };
  watch.advanced_elsewhere = [&](std::uint64_t bytes) { progress.advance(0, bytes); };
  return watch;
}

}  // namespace symkit::tools

// With a single -o, a log's only image without an id must be that file, whatever its name. To know that
// it is the only one, the complete log must be available, and not be long, as it is read in advance for
// this.
#pragma once

#include <memory>

#include "answers/symbolize/open_image.h"
#include "find/locate/locator.h"
#include "ground/io/input.h"
#include "logs/crashlog/report.h"

namespace symkit::symlookup {

// Tells the locator, before or while the beginning of the log is read. `known` must outlive the log.
void look_for_sole_image(std::unique_ptr<io::Input>& log, const crashlog::Knowledge& known,
                         const std::shared_ptr<const symbolize::OpenImage>& named, locate::Locator& locator);

}  // namespace symkit::symlookup

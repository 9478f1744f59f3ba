// With a single -o, the one image of a log that has no id: whatever that is called, the file can only be of
// it. To know that it is the only one the log must be there to its end, and not be
// long, as it is read for that before its first line is answered.
#pragma once

#include <memory>

#include "answers/symbolize/open_image.h"
#include "find/locate/locator.h"
#include "ground/io/input.h"
#include "logs/crashlog/report.h"

namespace symkit::symlookup {

// Tells the locator, before the log is read or while its beginning is. `known` must outlive the log.
void look_for_sole_image(std::unique_ptr<io::Input>& log, const crashlog::Knowledge& known,
                         const std::shared_ptr<const symbolize::OpenImage>& named, locate::Locator& locator);

}  // namespace symkit::symlookup

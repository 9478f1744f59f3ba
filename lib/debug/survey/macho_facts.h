// Facts that only Mach-O files have: segments, a debug map, a minimum system, a code signature.
#pragma once

#include "debug/survey/survey.h"
#include "files/container/image.h"

namespace symkit::survey {

void look_at_macho(const container::Image& image, Survey& found);

}  // namespace symkit::survey

// Facts that only PE files have: sections that are also segments, exports, the name of a PDB.
#pragma once

#include "debug/survey/survey.h"
#include "files/container/image.h"

namespace symkit::survey {

void look_at_pe(const container::Image& image, Survey& found);

}  // namespace symkit::survey

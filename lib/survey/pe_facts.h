// What only PE files have: sections that are segments at once, exports, the name of a PDB.
#pragma once

#include "container/image.h"
#include "survey/survey.h"

namespace symkit::survey {

void look_at_pe(const container::Image& image, Survey& found);

}  // namespace symkit::survey

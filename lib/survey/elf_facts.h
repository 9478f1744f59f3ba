// What only ELF files have: program headers, two symbol tables, notes, links to other debug files.
#pragma once

#include "container/image.h"
#include "survey/survey.h"

namespace symkit::survey {

void look_at_elf(const container::Image& image, Survey& found);

}  // namespace symkit::survey

// Facts that only ELF files have: program headers, two symbol tables, notes, links to other debug files.
#pragma once

#include "debug/survey/survey.h"
#include "files/container/image.h"

namespace symkit::survey {

void look_at_elf(const container::Image& image, Survey& found);

}  // namespace symkit::survey

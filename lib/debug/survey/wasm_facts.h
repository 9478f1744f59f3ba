// Facts that only WebAssembly modules have.
#pragma once

#include "debug/survey/survey.h"
#include "files/container/image.h"

namespace symkit::survey {

void look_at_wasm(const container::Image& image, Survey& found);

}  // namespace symkit::survey

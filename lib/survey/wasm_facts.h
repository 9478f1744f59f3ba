// What only WebAssembly modules have.
#pragma once

#include "container/image.h"
#include "survey/survey.h"

namespace symkit::survey {

void look_at_wasm(const container::Image& image, Survey& found);

}  // namespace symkit::survey

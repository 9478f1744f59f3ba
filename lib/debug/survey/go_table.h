// Go keeps a table of functions, files, lines and inlined calls in every binary (pclntab) for its own traces,
// stripped or not.
#pragma once

#include <optional>

#include "debug/survey/survey.h"
#include "files/container/image.h"

namespace symkit::survey {

std::optional<GoTable> find_go_table(const container::Image& image);

}  // namespace symkit::survey

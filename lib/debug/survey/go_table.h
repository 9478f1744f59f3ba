// Go stores a table of functions, files, lines and inlined calls (pclntab) in every binary, stripped or
// not, for its own traces.
#pragma once

#include <optional>

#include "debug/survey/survey.h"
#include "files/container/image.h"

namespace symkit::survey {

std::optional<GoTable> find_go_table(const container::Image& image);

}  // namespace symkit::survey

// The amount of DWARF, counted without keeping any: the units are read on all cores as in preparation,
// and only summed up.
#pragma once

#include <optional>

#include "debug/debuginfo/companions.h"
#include "debug/survey/survey.h"
#include "files/container/image.h"

namespace symkit::survey {

// Nothing if the image has no units. `companions`, if given, have the rest of skeletons.
std::optional<Dwarf> count_dwarf(const container::Image& image, unsigned jobs,
                                 debuginfo::Companions* companions);

}  // namespace symkit::survey

// How much DWARF there is, counted without keeping any of it: a walk over the units on all cores, as
// preparation does it, that only adds up.
#pragma once

#include <optional>

#include "debug/debuginfo/companions.h"
#include "debug/survey/survey.h"
#include "files/container/image.h"

namespace symkit::survey {

// Nothing where the image has no units. `companions`, where given, have the rest of skeletons.
std::optional<Dwarf> count_dwarf(const container::Image& image, unsigned jobs,
                                 debuginfo::Companions* companions);

}  // namespace symkit::survey

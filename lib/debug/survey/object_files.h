// Checks which object files of a debug map are there.
#pragma once

#include "debug/debuginfo/companions.h"
#include "debug/survey/survey.h"

namespace symkit::survey {

// Opens the ones with debug information of the image, if it has none of its own.
void look_for_objects(const container::Image& image, unsigned jobs, debuginfo::Companions& companions,
                      Survey& found);

}  // namespace symkit::survey

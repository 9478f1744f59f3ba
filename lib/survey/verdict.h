// In plain words: what answers made from this file will have, what they will lack, and what to do about it.
#pragma once

#include <string>

#include "container/image.h"
#include "survey/survey.h"

namespace symkit::survey {

std::string verdict(const container::Image& image, const Survey& found);

}  // namespace symkit::survey

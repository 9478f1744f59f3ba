// In plain words: what results from this file will have, what they will lack, and what to do about it.
#pragma once

#include <string>
#include <string_view>

#include "debug/survey/survey.h"
#include "files/container/image.h"

namespace symkit::survey {

// `file`: the image's name, without folders.
std::string verdict(const container::Image& image, const Survey& found, std::string_view file);

}  // namespace symkit::survey

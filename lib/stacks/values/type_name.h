// The name of a type that was already found.
#pragma once

#include <string>

#include "keep/variables/type.h"
#include "keep/variables/variable.h"
#include "stacks/values/text.h"

namespace symkit::values {

std::string name_of_bare(const variables::Type& type, variables::Source& types,
                         Language language = Language::Cplusplus);

}  // namespace symkit::values

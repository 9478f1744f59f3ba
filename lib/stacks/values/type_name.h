// The name of a type that was already found.
#pragma once

#include <string>
#include <string_view>

#include "keep/variables/type.h"
#include "keep/variables/variable.h"
#include "stacks/values/text.h"

namespace symkit::values {

std::string name_of_bare(const variables::Type& type, variables::Source& types,
                         Language language = Language::Cplusplus);

// "(int, char**)": of a function whose symbol does not say what it takes.
std::string parameters_of(const variables::Function& function, variables::Source& types);

// "std::vector<long>" for "std::vector<long int>", as gdb spells C++'s integers.
std::string spelled(std::string_view name);

}  // namespace symkit::values

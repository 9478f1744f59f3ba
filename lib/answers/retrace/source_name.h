// The source file of a class where the mapping does not record it: inferred from the class's name, as R8
// does.
#pragma once

#include <string>
#include <string_view>

namespace symkit::retrace {

// `written`: what the stack has in its place, which tells the language ("X.kt") or that there is no source
// ("Native Method").
std::string inferred_source_file(std::string_view class_name, std::string_view written);

}  // namespace symkit::retrace

// The source file of a class that the mapping does not record: inferred from the class's name, as R8
// does.
#pragma once

#include <string>
#include <string_view>

namespace symkit::retrace {

// `written`: the source file in the stack, which reveals the language ("X.kt") or that there is no source
// ("Native Method").
std::string inferred_source_file(std::string_view class_name, std::string_view written);

}  // namespace symkit::retrace

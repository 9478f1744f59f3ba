// A message that says why a program stopped, in the form in which it is compared: without anything that
// differs in each run.
#pragma once

#include <string>
#include <string_view>

namespace symkit::group {

// Numbers, addresses and ids become N, text in double quotes "…", paths their last part; several blanks
// become one; at most 200 bytes.
std::string plain_message(std::string_view message);

}  // namespace symkit::group

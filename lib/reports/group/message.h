// A text that says why a program stopped, as it is compared: without what is another in each run.
#pragma once

#include <string>
#include <string_view>

namespace symkit::group {

// Numbers, addresses and ids become N, what stands in double quotes "…", paths their last part; blanks are
// one each; at most 200 bytes.
std::string plain_message(std::string_view message);

}  // namespace symkit::group

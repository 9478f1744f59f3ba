// The complete HTML page: page/page.html.
#pragma once

#include <string_view>

namespace symkit::symserve {

extern const std::string_view page;

}  // namespace symkit::symserve

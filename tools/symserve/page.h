// The page that people see in a browser, whole: page/page.html.
#pragma once

#include <string_view>

namespace symkit::symserve {

extern const std::string_view page;

}  // namespace symkit::symserve

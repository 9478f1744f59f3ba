// The style of the page of --format=html: page/page.css.
#pragma once

#include <string_view>

namespace symkit::findings {

extern const std::string_view page_style;

}  // namespace symkit::findings

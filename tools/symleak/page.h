// The built-in page of symleak report --format=html: page/page.html, with its style and script.
#pragma once

#include <string_view>

namespace symkit::symleak {

struct Page {
  std::string_view html;
  std::string_view style;
  std::string_view script;
};
extern const Page page;

}  // namespace symkit::symleak

// The release of the Linux kernel that a line of its reports names.
#pragma once

#include <string_view>

#include "ground/base/characters.h"

namespace symkit::crashlog {

// "… Not tainted 5.14.0-70.el9 #1 …": a number before the build's.
inline std::string_view kernel_release_in(std::string_view text) {
  const std::size_t build = text.find(" #");
  if (build == std::string_view::npos) return {};
  const std::string_view before = text.substr(0, build);
  const std::string_view word = before.substr(before.rfind(' ') + 1);
  return is_digit(word.empty() ? ' ' : word.front()) && word.contains('.') ? word : std::string_view();
}

}  // namespace symkit::crashlog

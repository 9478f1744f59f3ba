// The files of lib/reports/group/rules, which cmake/embed_rules.cmake builds in.
#pragma once

#include <span>
#include <string_view>

namespace symkit::group {

struct StandardRules {
  std::string_view name;  // of the file: "kernel.rules"
  std::string_view text;
};

std::span<const StandardRules> standard_rules();

}  // namespace symkit::group

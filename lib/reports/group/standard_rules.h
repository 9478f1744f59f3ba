// The texts of lib/reports/group/rules, which cmake/rules.cmake builds in.
#pragma once

#include <span>
#include <string_view>

namespace symkit::group {

std::span<const std::string_view> standard_rules();

}  // namespace symkit::group

// Texts before a class in messages of Java and Android.
#pragma once

#include <array>
#include <string_view>

#include "logs/crashlog/needles.h"

namespace symkit::retrace {

using namespace std::string_view_literals;

inline constexpr std::array introductions = std::to_array<std::string_view>({
    "class "sv,
    "interface "sv,
    "enum "sv,
    "instance of "sv,
    "implementation of "sv,
    "instantiate activity "sv,
    "instantiate fragment "sv,
    "instantiate service "sv,
    "instantiate receiver "sv,
    "instantiate provider "sv,
    "instantiate application "sv,
    "cast to "sv,
    "(a "sv,
    "ComponentInfo{"sv,
    " cannot be cast to "sv,
});

inline const crashlog::Needles& introduction_needles() {
  static const crashlog::Needles needles(introductions);
  return needles;
}

}  // namespace symkit::retrace

// Mappings from texts that stand in tests.
#pragma once

#include <memory>
#include <stdexcept>
#include <string_view>

#include "answers/retrace/text_mapping.h"

namespace symkit::test {

inline constexpr std::string_view kitchen = R"(x.Kitchen -> a.b:
    1:3:void boil(int):10:12 -> a
    4:4:void x.Pot.lift():33:33 -> a
    4:4:void boil(int):14 -> a
x.Burnt -> a.c:
)";

inline std::unique_ptr<retrace::TextMapping> mapping_of(std::string_view text) {
  const WarningSink ignore = [](const std::string&) {};
  auto mapping = retrace::TextMapping::of_text(text, "mapping.txt", ignore, ignore);
  if (!mapping) throw std::runtime_error(mapping.error().message);
  return std::move(*mapping);
}

}  // namespace symkit::test

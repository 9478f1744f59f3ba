// A mapping from a text that stands in the test.
#pragma once

#include <memory>
#include <stdexcept>
#include <string_view>

#include "answers/retrace/text_mapping.h"

namespace symkit::test {

inline std::unique_ptr<retrace::TextMapping> mapping_of(std::string_view text) {
  const WarningSink ignore = [](const std::string&) {};
  auto mapping = retrace::TextMapping::of_text(text, "mapping.txt", ignore, ignore);
  if (!mapping) throw std::runtime_error(mapping.error().message);
  return std::move(*mapping);
}

}  // namespace symkit::test

// Splits symbolizer markup into nodes: elements in three braces, escape sequences for colours, and text.
#pragma once

#include <string_view>
#include <vector>

namespace symkit::dropin {

struct MarkupNode {
  std::string_view text;      // the complete node
  std::string_view tag = {};  // of an element; empty: not an element
  std::vector<std::string_view> fields = {};
};

// They point into the line and together cover all of it.
std::vector<MarkupNode> markup_nodes(std::string_view line);

}  // namespace symkit::dropin

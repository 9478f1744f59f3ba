// Symbolizer markup, cut into nodes: elements in three braces, escape sequences of colours, and text.
#pragma once

#include <string_view>
#include <vector>

namespace symkit::dropin {

struct MarkupNode {
  std::string_view text;      // all of it
  std::string_view tag = {};  // of an element; empty: it is none
  std::vector<std::string_view> fields = {};
};

// They point into the line, and together are all of it.
std::vector<MarkupNode> markup_nodes(std::string_view line);

}  // namespace symkit::dropin

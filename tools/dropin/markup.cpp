#include "dropin/markup.h"

namespace symkit::dropin {
namespace {

constexpr std::string_view markup_opening = "{{{", markup_closing = "}}}";

// "\033[0m", "\033[1m", "\033[31m"; other sequences are text.
std::size_t color_size(std::string_view text) {
  for (const std::size_t size : {std::size_t{4}, std::size_t{5}}) {
    if (text.size() < size || !text.starts_with("\033[") || text[size - 1] != 'm') continue;
    const std::string_view code = text.substr(2, size - 3);
    if (code == "0" || code == "1" ||
        (code.size() == 2 && code[0] == '3' && code[1] >= '0' && code[1] <= '7'))
      return size;
  }
  return 0;
}

void add_text(std::string_view text, std::vector<MarkupNode>& nodes) {
  std::size_t begin = 0;
  for (std::size_t at = text.find('\033'); at != std::string_view::npos; at = text.find('\033', at)) {
    const std::size_t size = color_size(text.substr(at));
    if (size == 0) {
      ++at;
      continue;
    }
    if (at != begin) nodes.push_back({text.substr(begin, at - begin)});
    nodes.push_back({text.substr(at, size)});
    begin = at += size;
  }
  if (begin != text.size()) nodes.push_back({text.substr(begin)});
}

MarkupNode element(std::string_view text) {
  MarkupNode node{text};
  std::string_view content =
      text.substr(markup_opening.size(), text.size() - markup_opening.size() - markup_closing.size());
  const std::size_t colon = content.find(':');
  node.tag = content.substr(0, colon);
  while (colon != std::string_view::npos && content.contains(':')) {
    content.remove_prefix(content.find(':') + 1);
    node.fields.push_back(content.substr(0, content.find(':')));
  }
  return node;
}

}  // namespace

std::vector<MarkupNode> markup_nodes(std::string_view line) {
  std::vector<MarkupNode> nodes;
  while (!line.empty()) {
    const std::size_t begin = line.find(markup_opening);
    const std::size_t end =
        begin == std::string_view::npos ? begin : line.find(markup_closing, begin + markup_opening.size());
    if (end == std::string_view::npos) break;
    add_text(line.substr(0, begin), nodes);
    nodes.push_back(element(line.substr(begin, end + markup_closing.size() - begin)));
    line.remove_prefix(end + markup_closing.size());
  }
  add_text(line, nodes);
  return nodes;
}

}  // namespace symkit::dropin

#include "ground/print/markdown.h"

#include "ground/base/words.h"
#include "ground/print/visible.h"

namespace symkit::print {

std::string in_markdown(std::string_view text) {
  if (text.empty()) return {};
  std::string out = "<code>";
  const std::string shown = visible(text);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const char character = shown[i];
    const bool begins_link = shown.compare(i, 2, ":/") == 0 || shown.compare(i, 3, "www") == 0;
    // A comment separates it from the text before, so that they do not form an address.
    if (character == '@') out += "<!-- -->";
    // In Markdown entities have no special meaning, and look the same.
    if (begins_link || std::string_view("<>&\"'\\`*_{}[]()#+!|~@$^=").contains(character))
      out += say("&#", static_cast<int>(character), ';');
    else
      out += character;
  }
  return out + "</code>";
}

}  // namespace symkit::print

#include "symgroup/escaped.h"

#include "base/words.h"
#include "print/visible.h"

namespace symkit::symgroup {

std::string escaped_for_xml(std::string_view text) {
  std::string out;
  for (const char character : print::visible(text)) {
    switch (character) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += character;
    }
  }
  return out;
}

std::string escaped_for_markdown(std::string_view text) {
  std::string out;
  const std::string shown = print::visible(text);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const char character = shown[i];
    const bool begins_link = character == ':' && shown.compare(i, 2, ":/") == 0;
    // Entities mean nothing to Markdown, and look the same.
    if (begins_link || std::string_view("<>&\"'\\`*_{}[]()#+!|~@$^=").contains(character))
      out += say("&#", static_cast<int>(character), ';');
    else
      out += character;
  }
  return out;
}

}  // namespace symkit::symgroup

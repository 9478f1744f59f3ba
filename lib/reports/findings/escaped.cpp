#include "reports/findings/escaped.h"

#include "ground/base/markup.h"
#include "ground/base/words.h"
#include "ground/print/visible.h"

namespace symkit::findings {

std::string escaped_for_xml(std::string_view text) { return escaped_for_markup(print::visible(text)); }

std::string escaped_for_markdown(std::string_view text) {
  if (text.empty()) return {};
  std::string out = "<code>";
  const std::string shown = print::visible(text);
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

std::string escaped_for_sarif(std::string_view text) {
  std::string out;
  char before = 0;
  for (const char character : print::visible(text)) {
    if (before == ']' && character == '(') out += ' ';
    out += character;
    if (character == '{' || character == '}') out += character;
    before = character;
  }
  return out;
}

}  // namespace symkit::findings

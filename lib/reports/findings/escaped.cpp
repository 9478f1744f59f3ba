#include "reports/findings/escaped.h"

#include "ground/base/markup.h"
#include "ground/print/visible.h"

namespace symkit::findings {

std::string escaped_for_xml(std::string_view text) { return escaped_for_markup(print::visible(text)); }

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

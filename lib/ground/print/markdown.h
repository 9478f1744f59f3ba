// Texts from logs and programs in a comment in Markdown, in and outside of tables.
#pragma once

#include <string>
#include <string_view>

namespace symkit::print {

// As <code>: the text can contain no link, tag, mention, or command to the site at the beginning of a line.
// Entities alone are not enough: sites look for mentions in the rendered text, but not within code.
std::string in_markdown(std::string_view text);

}  // namespace symkit::print

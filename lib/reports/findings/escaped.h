// Escapes texts from logs for other languages, so that they stay text.
#pragma once

#include <string>
#include <string_view>

namespace symkit::findings {

// In XML and HTML, between tags and in attributes.
std::string escaped_for_xml(std::string_view text);

// For a comment in Markdown, in and outside of tables, as <code>: the text can contain no link, tag,
// mention, or command to the site at the beginning of a line. Entities alone are not enough: sites look
// for mentions in the rendered text, but not within code.
std::string escaped_for_markdown(std::string_view text);

// For a message in SARIF: braces are not placeholders, and brackets not links.
std::string escaped_for_sarif(std::string_view text);

}  // namespace symkit::findings

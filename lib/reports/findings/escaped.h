// Texts from logs within other languages: they stay text there.
#pragma once

#include <string>
#include <string_view>

namespace symkit::findings {

// In XML and HTML, between tags and in attributes.
std::string escaped_for_xml(std::string_view text);

// In a comment of Markdown, in a table and out of it, as <code>: no link, no tag, nobody who is mentioned, no
// order to the site at the beginning of a line. Entities alone are not enough: sites look for mentions in
// what the reader sees, but not within code.
std::string escaped_for_markdown(std::string_view text);

// In a message of SARIF: braces are no placeholders, and brackets no link.
std::string escaped_for_sarif(std::string_view text);

}  // namespace symkit::findings

// Escapes texts from logs for other languages, so that they stay text.
#pragma once

#include <string>
#include <string_view>

namespace symkit::findings {

// In XML and HTML, between tags and in attributes.
std::string escaped_for_xml(std::string_view text);

// For a message in SARIF: braces are not placeholders, and brackets not links.
std::string escaped_for_sarif(std::string_view text);

}  // namespace symkit::findings

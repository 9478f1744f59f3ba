// Texts from logs within other languages: they stay text there.
#pragma once

#include <string>
#include <string_view>

namespace symkit::symgroup {

// In XML and HTML, between tags and in attributes.
std::string escaped_for_xml(std::string_view text);

// In a comment of Markdown, in a table and out of it: no link, no tag, nobody who is mentioned.
std::string escaped_for_markdown(std::string_view text);

}  // namespace symkit::symgroup

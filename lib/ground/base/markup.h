// XML's and HTML's escapes of characters.
#pragma once

#include <string>
#include <string_view>

namespace symkit {

// Between tags, and in attributes with double or single quotes.
std::string escaped_for_markup(std::string_view text);

// Only between tags, where quotes need no escape.
void append_content(std::string& out, std::string_view text);

// The meaning of &amp; &lt; &gt; &quot; &apos;; anything else stays as it is.
std::string from_markup(std::string_view text);

}  // namespace symkit

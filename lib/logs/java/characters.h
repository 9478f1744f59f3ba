// The characters of Java's names in stacks, as java.lang.Character defines them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace symkit::java {

// The end of the identifier at `at`; `at` itself if there is none.
std::size_t identifier_end(std::string_view text, std::size_t at);

// The end of the longest dotted name at `at`: "a.b$c". It does not include a final dot.
std::size_t dotted_name_end(std::string_view text, std::size_t at);

// The last '.' between two places; npos if there is none. Text before `begin` is not searched, as a line
// may have many names.
std::size_t last_dot(std::string_view text, std::size_t begin, std::size_t end);

// The size of the space at `at`: one of Java's \s, or a Unicode separator (such as a no-break space).
std::size_t white_space(std::string_view text, std::size_t at);
std::size_t separator(std::string_view text, std::size_t at);

}  // namespace symkit::java

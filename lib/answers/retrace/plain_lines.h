// Finds at little cost the lines without any names that a mapping could have: most lines of most logs.
#pragma once

#include <cstddef>
#include <string_view>

namespace symkit::retrace {

// The size of the first lines of a text that LineRewriter neither changes nor remembers, whatever the
// mapping. The last of them may lack its line end.
std::size_t plain_lines(std::string_view text);

}  // namespace symkit::retrace

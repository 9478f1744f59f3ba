// Lines below a frame that have its variables, as gdb's "bt full" and symcore --values print them:
//         items = std::vector of length 2, capacity 2 = {1, 2}
// What they say is the program's data: no frame, and no reason of a crash.
#pragma once

#include <cstddef>
#include <string_view>

namespace symkit::crashlog {

// `text`: the line's own words, which are indented so far.
bool is_variable_line(std::string_view text, std::size_t indent);

}  // namespace symkit::crashlog

// Writes a complete text into a file, however many calls that needs.
#pragma once

#include <string_view>

namespace symkit::io {

// False: errno says why.
[[nodiscard]] bool write_all(int file, std::string_view text);

}  // namespace symkit::io

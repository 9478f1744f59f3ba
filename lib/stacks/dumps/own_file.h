// A file as a running process sees it, which may be in a container.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace symkit::dumps {

// The process as it calls itself: in a container it has another number.
struct OwnNumbers {
  std::uint64_t process = 0;
  std::uint64_t user = 0;
};
std::optional<OwnNumbers> own_numbers_of(std::uint64_t process);

// The file's content, if it is a regular one that belongs to the user, and no link is on its path: else
// nothing.
std::string own_file(std::uint64_t process, std::string_view path, std::uint64_t user);

}  // namespace symkit::dumps

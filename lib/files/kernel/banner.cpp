#include "files/kernel/banner.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace symkit::kernel {

std::string release_in(Bytes kernel) {
  constexpr std::string_view banner = "Linux version ";
  constexpr std::size_t longest = 64;
  const std::string_view text = as_text(kernel);
  for (std::size_t at = text.find(banner); at != std::string_view::npos; at = text.find(banner, at + 1)) {
    const std::string_view rest = text.substr(at + banner.size(), longest);
    const std::size_t end = rest.find(' ');
    // Elsewhere the words occur alone, or are followed by a format.
    if (end == std::string_view::npos || std::isdigit(static_cast<unsigned char>(rest.front())) == 0)
      continue;
    const std::string_view release = rest.substr(0, end);
    if (std::ranges::all_of(release, [](unsigned char c) { return std::isgraph(c) != 0 && c != '/'; }))
      return std::string(release);
  }
  return {};
}

}  // namespace symkit::kernel

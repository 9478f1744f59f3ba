#include "logs/crashlog/frame.h"

namespace symkit::crashlog {

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\!");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace symkit::crashlog

#include "logs/crashlog/frame.h"

#include "ground/base/one_of.h"

namespace symkit::crashlog {

std::string_view base_name(std::string_view path) {
  const std::size_t slash = last_of<"/\\!">(path);
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace symkit::crashlog

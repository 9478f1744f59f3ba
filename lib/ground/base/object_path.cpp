#include "ground/base/object_path.h"

#include "ground/base/one_of.h"

namespace symkit {

ObjectPath split_object_path(std::string_view path) {
  const std::size_t parenthesis = path.rfind('(');
  if (!path.ends_with(')') || parenthesis == std::string_view::npos || parenthesis == 0) return {path, {}};
  return {path.substr(0, parenthesis), path.substr(parenthesis + 1, path.size() - parenthesis - 2)};
}

std::string_view without_folders(std::string_view path) {
  return path.substr(last_of<"/\\">(split_object_path(path).file) + 1);
}

}  // namespace symkit

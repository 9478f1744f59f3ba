#include "crashlog/frame.h"

#include "base/bytes.h"

namespace symkit::crashlog {

void write_key(const ImageReference& image, std::string& key) {
  key.assign(as_text(image.id.bytes()));
  key += '\0';
  if (image.id.empty()) key += static_cast<char>(image.architecture);
  key += image.path.empty() ? image.name : image.path;
}

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\!");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace symkit::crashlog

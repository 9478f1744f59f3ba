#include "find/intake/text_base.h"

#include "files/container/open.h"

namespace symkit::intake {

std::optional<FileAddress> text_base_among(const std::vector<std::string>& files, const ImageId& id) {
  for (const std::string& path : files) {
    const auto file = container::open_file(path);
    if (!file) continue;
    for (const auto& image : (*file)->images())
      if (image->format() != container::Format::Pdb && image->id() == id) return image->text_base();
  }
  return std::nullopt;
}

}  // namespace symkit::intake

#include "syminfo/linked_file.h"

#include <algorithm>
#include <filesystem>

#include "base/words.h"
#include "catalogue/described_file.h"
#include "locate/debug_file.h"

namespace symkit::syminfo {
namespace {

namespace fs = std::filesystem;

bool fits(const std::string& path, const container::Image& image) {
  const auto described = catalogue::describe_file(path);
  if (!described) return false;
  return std::ranges::any_of(*described, [&](const catalogue::DescribedImage& one) {
    return one.architecture == image.architecture() &&
           (!image.id() || one.id.empty() || one.id == *image.id());
  });
}

}  // namespace

LinkedFile linked_file(const std::string& binary, const container::Image& image, const std::string& link) {
  LinkedFile best;
  std::error_code error;
  for (const std::string& path :
       locate::debug_file_places(binary, link, image.id().value_or(ImageId{}), locate::system_debug_folder)) {
    const bool is_itself = fs::equivalent(path, binary, error);
    if (is_itself || !fs::is_regular_file(path, error)) continue;
    if (fits(path, image)) return {path, true};
    if (best.path.empty()) best = {path, false};
  }
  return best;
}

std::string told_of(const LinkedFile& file) {
  if (file.path.empty()) return say("; it is neither beside this file nor in ", locate::system_debug_folder);
  return file.fits ? say("; it is there: ", file.path)
                   : say("; ", file.path, " is broken or of another build");
}

}  // namespace symkit::syminfo

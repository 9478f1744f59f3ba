#include "syminfo/linked_file.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/words.h"
#include "catalogue/described_file.h"
#include "container/debug_link.h"

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

std::vector<std::string> places_of(const std::string& binary, const container::Image& image,
                                   const std::string& link) {
  std::error_code error;
  const fs::path folder = fs::absolute(binary, error).lexically_normal().parent_path();
  const std::string beside = binary.substr(0, binary.find_last_of('/') + 1);
  std::vector<std::string> places = {beside + link, say(beside, ".debug/", link),
                                     say(container::system_debug_folder, folder.string(), "/", link)};
  if (const auto id = image.id()) {
    const std::string digits = id->hex();
    places.push_back(say(container::system_debug_folder, "/.build-id/", digits.substr(0, 2), "/",
                         digits.substr(2), ".debug"));
  }
  return places;
}

}  // namespace

LinkedFile linked_file(const std::string& binary, const container::Image& image, const std::string& link) {
  LinkedFile best;
  std::error_code error;
  for (const std::string& path : places_of(binary, image, link)) {
    const bool is_itself = fs::equivalent(path, binary, error);
    if (is_itself || !fs::is_regular_file(path, error)) continue;
    if (fits(path, image)) return {path, true};
    if (best.path.empty()) best = {path, false};
  }
  return best;
}

std::string told_of(const LinkedFile& file) {
  if (file.path.empty())
    return say("; it is neither beside this file nor in ", container::system_debug_folder);
  return file.fits ? say("; it is there: ", file.path)
                   : say("; ", file.path, " is broken or of another build");
}

}  // namespace symkit::syminfo

#include "find/locate/debug_file.h"

#include <algorithm>
#include <filesystem>

#include "files/container/open.h"
#include "ground/base/words.h"

namespace symkit::locate {
namespace {

namespace fs = std::filesystem;

std::optional<std::uint32_t> expected_checksum(const Candidate& stripped) {
  const auto file = container::open_file(stripped.path);
  if (!file) return std::nullopt;
  for (const auto& image : (*file)->images())
    if (const auto link = image->debug_link()) return link->crc;
  return std::nullopt;
}

bool has_expected_checksum(const std::string& path, const Candidate& stripped) {
  const auto expected = expected_checksum(stripped);
  const auto file = container::open_file(path);
  return expected && file && container::debug_link_checksum((*file)->bytes()) == *expected;
}

bool is_of_same_build(const Candidate& candidate, const Candidate& stripped) {
  return candidate.id == stripped.id && candidate.architecture == stripped.architecture &&
         (!stripped.id.empty() || has_expected_checksum(candidate.path, stripped));
}

bool belongs(const Candidate& candidate, const Candidate& stripped) {
  return candidate.debug_bytes != 0 && is_of_same_build(candidate, stripped);
}

}  // namespace

std::vector<std::string> debug_file_places(const std::string& image_path, std::string_view link,
                                           const ImageId& id, std::string_view system_folder) {
  std::vector<std::string> places;
  // A link with a path in it does not name a file next to this one.
  if (!link.empty() && !link.contains('/')) {
    const std::string beside = image_path.substr(0, image_path.rfind('/') + 1);
    std::error_code ignored;
    const fs::path folder = fs::absolute(image_path, ignored).lexically_normal().parent_path();
    places = {say(beside, link), say(beside, ".debug/", link),
              say(system_folder, folder.string(), "/", link)};
  }
  if (!id.empty()) places.push_back(build_id_path(system_folder, id));
  return places;
}

std::optional<Candidate> debug_file_of(const Candidate& stripped, std::string_view system_folder) {
  for (const std::string& path :
       debug_file_places(stripped.path, stripped.debug_link, stripped.id, system_folder))
    for (Candidate& candidate : candidates_in_file(path))
      if (belongs(candidate, stripped)) return std::move(candidate);
  Candidates bundle(stripped.path + ".dSYM");
  for (const Candidate& candidate : bundle.all())
    if (belongs(candidate, stripped)) return candidate;
  return std::nullopt;
}

LinkedFile linked_file(const Candidate& stripped, std::string_view system_folder) {
  LinkedFile best;
  std::error_code ignored;
  for (const std::string& path :
       debug_file_places(stripped.path, stripped.debug_link, stripped.id, system_folder)) {
    const bool is_itself = fs::equivalent(path, stripped.path, ignored);
    if (is_itself || !fs::is_regular_file(path, ignored)) continue;
    const auto fits = [&](const Candidate& candidate) { return is_of_same_build(candidate, stripped); };
    if (std::ranges::any_of(candidates_in_file(path), fits)) return {path, true};
    if (best.path.empty()) best = {path, false};
  }
  return best;
}

}  // namespace symkit::locate

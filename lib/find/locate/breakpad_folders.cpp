// Folders in Breakpad's layout: <folder>/libfoo.so/<id>/libfoo.so.sym, where the id is a GUID of 16 bytes
// and its age. The log's name and id lead to the file without a scan. Case is ignored, and the id inside
// the file must match.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <mutex>

#include "debug/breakpad/module.h"
#include "find/locate/providers.h"
#include "find/locate/same_id.h"
#include "ground/base/server_keys.h"
#include "ground/base/words.h"

namespace symkit::locate {
namespace {

namespace fs = std::filesystem;

// The folders in a folder, without symbolic links, which may lead anywhere.
std::vector<std::string> folders_in(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code error, ignored;
  for (fs::directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end; at.increment(error))
    if (at->is_directory(ignored) && !at->is_symlink(ignored)) found.push_back(at->path());
  std::ranges::sort(found);
  return found;
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

class BreakpadFolders final : public Provider {
 public:
  explicit BreakpadFolders(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  bool offer(const ImageReference& image, Offering& offering) const override {
    if (image.id.empty() || image.name.empty()) return false;
    const auto [first, last] = all().equal_range(in_lower_case(std::string(image.name)));
    for (const auto& [name, folder] : std::ranges::subrange(first, last))
      for (const std::string& of_id : folders_in(folder))
        if (is_of(of_id, image.id) && offer_in(of_id, image, offering)) return true;
    return false;
  }

 private:
  static bool is_of(const std::string& folder, const ImageId& id) {
    const std::string name = in_lower_case(file_name(folder));
    return std::ranges::any_of(breakpad_digits(id),
                               [&](const std::string& digits) { return name.starts_with(digits); });
  }

  // Symbols without lines are left to later providers, which know what else there is.
  static bool offer_in(const std::string& folder, const ImageReference& image, Offering& offering) {
    std::error_code error, ignored;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      if (!at->is_regular_file(ignored) || at->is_symlink(ignored)) continue;
      if (breakpad::image_of(file_name(at->path())).empty()) continue;
      for (const Candidate& candidate : candidates_in_file(at->path()))
        if (candidate.debug_bytes != 0 && same_id(image.id, candidate.id) &&
            offering.offer({nullptr, candidate, candidate.path, symbolize::Grounds::Id}))
          return true;
    }
    return false;
  }

  // By name; scanned once.
  const std::multimap<std::string, std::string>& all() const {
    std::call_once(read_, [this] {
      for (const std::string& folder : folders_)
        for (std::string& inner : folders_in(folder)) {
          const std::string name = in_lower_case(file_name(inner));
          all_.emplace(name, std::move(inner));
        }
    });
    return all_;
  }

  std::vector<std::string> folders_;
  mutable std::once_flag read_;
  mutable std::multimap<std::string, std::string> all_;
};

}  // namespace

std::unique_ptr<Provider> breakpad_folders(std::vector<std::string> folders) {
  return std::make_unique<BreakpadFolders>(std::move(folders));
}

}  // namespace symkit::locate

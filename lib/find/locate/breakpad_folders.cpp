// Folders in Breakpad's layout: <folder>/libfoo.so/<id>/libfoo.so.sym, where the id is a GUID of 16 bytes
// and its age. The log's name and id lead to the file without a scan. Case is ignored, and the id inside
// the file must match.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include "debug/breakpad/module.h"
#include "find/locate/providers.h"
#include "ground/base/same_id.h"
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
    return std::ranges::any_of(files_of(image, image.id),
                               [&](const std::string& path) { return offer_file(path, image, offering); });
  }

  std::vector<std::string> files_of(const ImageReference& image, const ImageId& id) const override {
    std::vector<std::string> files;
    if (id.empty()) return files;
    for (const std::string& name : names_of(image)) {
      const auto [first, last] = all().equal_range(name);
      for (const auto& [_, folder] : std::ranges::subrange(first, last))
        for (const std::string& of_id : folders_in(folder))
          if (is_of(of_id, id)) add_files(of_id, files);
    }
    return files;
  }

 private:
  static bool is_of(const std::string& folder, const ImageId& id) {
    const std::string name = in_lower_case(file_name(folder));
    return std::ranges::any_of(breakpad_digits(id),
                               [&](const std::string& digits) { return name.starts_with(digits); });
  }

  // Symbols of a Windows image are stored under the name of its PDB.
  static std::set<std::string> names_of(const ImageReference& image) {
    std::set<std::string> names;
    for (const std::string_view name : {image.name, image.debug_name})
      if (!name.empty()) names.insert(in_lower_case(std::string(name)));
    return names;
  }

  static void add_files(const std::string& folder, std::vector<std::string>& files) {
    std::error_code error, ignored;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
      if (at->is_regular_file(ignored) && !at->is_symlink(ignored) &&
          !breakpad::image_of(file_name(at->path())).empty())
        files.push_back(at->path());
  }

  // Symbols without lines are left to later providers, which know what else there is.
  static bool offer_file(const std::string& path, const ImageReference& image, Offering& offering) {
    return std::ranges::any_of(candidates_in_file(path), [&](const Candidate& candidate) {
      return candidate.debug_bytes != 0 && same_id(image.id, candidate.id) &&
             offering.offer({nullptr, candidate, candidate.path, symbolize::Grounds::Id});
    });
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

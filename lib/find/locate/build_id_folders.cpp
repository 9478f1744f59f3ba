// Debug files stored by id in the debuggers' layout: <folder>/.build-id/ab/cdef….debug.
#include "find/locate/debug_file.h"
#include "find/locate/providers.h"

namespace symkit::locate {
namespace {

class BuildIdFolders final : public Provider {
 public:
  explicit BuildIdFolders(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  bool offer(const ImageReference& image, Offering& offering) const override {
    return !image.id.empty() && offer_by_build_id(folders_, image.id, symbolize::Grounds::Id, offering);
  }

  std::vector<std::string> files_of(const ImageReference& /*image*/, const ImageId& id) const override {
    std::vector<std::string> files;
    if (!id.empty())
      for (const std::string& folder : folders_) files.push_back(build_id_path(folder, id));
    return files;
  }

 private:
  std::vector<std::string> folders_;
};

}  // namespace

std::unique_ptr<Provider> build_id_folders(std::vector<std::string> folders) {
  return std::make_unique<BuildIdFolders>(std::move(folders));
}

}  // namespace symkit::locate

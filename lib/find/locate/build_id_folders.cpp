// Debug files stored by id in the debuggers' layout: <folder>/.build-id/ab/cdef….debug.
#include "find/locate/providers.h"

namespace symkit::locate {
namespace {

class BuildIdFolders final : public Provider {
 public:
  explicit BuildIdFolders(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  bool offer(const ImageReference& image, Offering& offering) const override {
    return !image.id.empty() && offer_by_build_id(folders_, image.id, symbolize::Grounds::Id, offering);
  }

 private:
  std::vector<std::string> folders_;
};

}  // namespace

std::unique_ptr<Provider> build_id_folders(std::vector<std::string> folders) {
  return std::make_unique<BuildIdFolders>(std::move(folders));
}

}  // namespace symkit::locate

#include "debug/companions/companions.h"

#include <mutex>
#include <utility>

#include "debug/companions/candidates.h"
#include "debug/companions/found_objects.h"
#include "debug/companions/split_files.h"
#include "debug/companions/supplementary.h"
#include "debug/companions/tried.h"
#include "ground/base/words.h"

namespace symkit::companions {
namespace {

using debuginfo::SplitUnit;

class FoundCompanions final : public debuginfo::Companions {
 public:
  FoundCompanions(const container::Image& image, Asker asker, const Places& places)
      : image_(image),
        asker_(std::move(asker)),
        places_(places),
        files_(image.endian(), budget_),
        supplementary_(image, asker_, places_, budget_) {}

  std::optional<SplitUnit> split(const dwarf::Unit& skeleton) override;
  const dwarf::DebugFile* supplementary() override { return supplementary_.file(); }
  std::string missing_supplementary() override { return supplementary_.missing(); }
  debuginfo::LinkedObjects* objects() override {
    std::call_once(objects_once_,
                   [this] { objects_ = objects_of(image_, asker_, places_, tried_, budget_); });
    return objects_.get();
  }
  std::string what_was_tried() const override { return tried_.told(); }

 private:
  void open_packages();
  static std::optional<SplitUnit> unit_in(const OpenSplitFile& file, std::uint64_t id);

  const container::Image& image_;
  Asker asker_;
  Places places_;
  std::optional<SplitCandidates> candidates_;  // for an image with skeletons
  SharedBudget budget_ = std::make_shared<io::UnpackBudget>();
  SplitFiles files_;
  Supplementary supplementary_;
  Tried tried_;
  std::once_flag objects_once_;
  std::unique_ptr<debuginfo::LinkedObjects> objects_;
  std::once_flag packages_once_;
  std::vector<std::pair<std::string, const OpenSplitFile*>> packages_;  // with their paths
};

std::optional<SplitUnit> FoundCompanions::unit_in(const OpenSplitFile& file, std::uint64_t id) {
  const dwarf::UnitHeader* header = file.split ? file.split->find(id) : nullptr;
  if (header == nullptr) return std::nullopt;
  return SplitUnit{.header = header,
                   .sections = file.split->sections_of(*header),
                   .locations = [&file, header] { return file.split->locations_of(*header); },
                   .units = &file.split->whole().units,
                   .file_size = file.split->size(),
                   .is_packed = file.split->is_package()};
}

void FoundCompanions::open_packages() {
  candidates_.emplace(asker_, places_);
  for (const Candidate& candidate : candidates_->packages())
    if (const OpenSplitFile* file = files_.open(candidate)) packages_.emplace_back(candidate.path, file);
}

std::optional<SplitUnit> FoundCompanions::split(const dwarf::Unit& skeleton) {
  if (!skeleton.dwo_id) return std::nullopt;
  const std::uint64_t id = *skeleton.dwo_id;
  std::call_once(packages_once_, [this] { open_packages(); });
  for (const auto& [path, package] : packages_)
    if (auto unit = unit_in(*package, id)) return unit;
  std::optional<SplitUnit> found;
  std::vector<std::string> folders, refusals;
  const auto is_it = [&](const Candidate& candidate) {
    if (folders.empty() || folders.back() != candidate.folder) folders.push_back(candidate.folder);
    const OpenSplitFile* file = files_.open(candidate);
    if (file == nullptr) return false;
    found = unit_in(*file, id);
    if (!found)
      refusals.push_back(
          file->split ? say(candidate.path, " is from another build: it has no unit with DWO id ", hex(id))
                      : file->refusal);
    return found.has_value();
  };
  if (candidates_->each_for(skeleton.split_file, skeleton.compilation_directory, is_it)) return found;
  for (const auto& [path, package] : packages_)
    tried_.refused(package->split ? say(path, " has no unit with DWO id ", hex(id)) : package->refusal);
  tried_.looked_in(folders);
  for (std::string& refusal : refusals) tried_.refused(std::move(refusal));
  return std::nullopt;
}

}  // namespace

std::unique_ptr<debuginfo::Companions> companions_of(const container::Image& image, Asker asker,
                                                     const Places& places) {
  if (const auto link = image.debug_link()) asker.debug_link = link->file;
  return std::make_unique<FoundCompanions>(image, std::move(asker), places);
}

}  // namespace symkit::companions

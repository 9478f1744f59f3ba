// The folders (or files) that the user named with --symbols.
#include "locate/providers.h"

namespace symkit::locate {
namespace {

using symbolize::Grounds;

class SymbolFolders final : public Provider {
 public:
  SymbolFolders(const std::vector<std::string>& paths, const Look& look, FileOffer files)
      : files_(std::move(files)) {
    for (const std::string& path : paths) folders_.emplace_back(path, look);
  }

  bool offer(const ImageReference& image, Offering& offering) override;
  bool knows_name(const ImageReference& image) override { return !with_name(image).empty(); }
  std::optional<ImageId> namesake(const ImageReference& image) override;

 private:
  std::vector<Candidate> with_name(const ImageReference& image);

  std::vector<Candidates> folders_;
  FileOffer files_;
};

bool SymbolFolders::offer(const ImageReference& image, Offering& offering) {
  if (image.id.empty()) {
    const auto named = with_name(image);
    if (named.empty()) return false;
    if (files_.offer_only(named, Grounds::Name, offering)) return true;
    if (!offering.refusal() && !offering.trouble().empty()) offering.refuse(offering.trouble());
    return false;
  }
  for (Candidates& folder : folders_) {
    const Candidate* found = richest(folder.all(), image.id);
    if (found != nullptr && files_.offer(*found, Grounds::Id, offering)) return true;
  }
  return false;
}

std::optional<ImageId> SymbolFolders::namesake(const ImageReference& image) {
  for (const Candidate& candidate : with_name(image))
    if (!candidate.id.empty()) return candidate.id;
  return std::nullopt;
}

std::vector<Candidate> SymbolFolders::with_name(const ImageReference& image) {
  std::vector<Candidate> found;
  for (Candidates& folder : folders_)
    for (const Candidate& candidate : folder.all())
      if (same_build(image, candidate.name) && same_processor(image.architecture, candidate.architecture))
        found.push_back(candidate);
  return found;
}

}  // namespace

std::unique_ptr<Provider> symbol_folders(const std::vector<std::string>& paths, const Look& look,
                                         FileOffer files) {
  return std::make_unique<SymbolFolders>(paths, look, std::move(files));
}

}  // namespace symkit::locate

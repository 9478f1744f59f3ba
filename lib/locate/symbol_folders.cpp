// The folders (or files) that the user named with --symbols.
#include <deque>

#include "locate/archived.h"
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

  bool offer(const ImageReference& image, Offering& offering) const override;
  bool knows_name(const ImageReference& image) const override { return !with_name(image).empty(); }
  std::optional<ImageId> namesake(const ImageReference& image) const override;

 private:
  std::vector<Candidate> with_name(const ImageReference& image) const;
  std::vector<Candidate> by_place(const ImageReference& image) const;

  std::deque<Candidates> folders_;
  FileOffer files_;
};

bool SymbolFolders::offer(const ImageReference& image, Offering& offering) const {
  if (image.id.empty()) {
    const auto named = with_name(image);
    if (named.empty()) return false;
    if (files_.offer_only(named, Grounds::Name, offering)) return true;
    if (!offering.refusal() && !offering.trouble().empty()) offering.refuse(offering.trouble());
    return false;
  }
  for (const Candidates& folder : folders_) {
    const Candidate* found = richest(folder.all(), image.id);
    if (found != nullptr && files_.offer(*found, Grounds::Id, offering)) return true;
  }
  return false;
}

std::optional<ImageId> SymbolFolders::namesake(const ImageReference& image) const {
  for (const Candidate& candidate : with_name(image))
    if (!candidate.id.empty()) return candidate.id;
  return std::nullopt;
}

std::vector<Candidate> SymbolFolders::with_name(const ImageReference& image) const {
  std::vector<Candidate> found;
  for (const Candidates& folder : folders_)
    for (const Candidate& candidate : folder.all())
      if (same_build(image, candidate.name) && same_processor(image.architecture, candidate.architecture))
        found.push_back(candidate);
  if (found.empty()) return by_place(image);
  keep_those_in_place(image, found);
  return found;
}

// A log that names nothing but the archive says where in it the image begins. On a device every app's archive
// is called "base.apk": one that was named itself, and not found in a folder, need not be called so.
std::vector<Candidate> SymbolFolders::by_place(const ImageReference& image) const {
  std::vector<Candidate> found;
  if (!image.archive_offset) return found;
  for (const Candidates& folder : folders_)
    for (const Candidate& candidate : folder.all())
      if ((folder.is_archive() || archive_of(candidate.path) == image.name) &&
          same_processor(image.architecture, candidate.architecture) &&
          begins_where_log_says(candidate, image))
        found.push_back(candidate);
  return found;
}

}  // namespace

std::unique_ptr<Provider> symbol_folders(const std::vector<std::string>& paths, const Look& look,
                                         FileOffer files) {
  return std::make_unique<SymbolFolders>(paths, look, std::move(files));
}

}  // namespace symkit::locate

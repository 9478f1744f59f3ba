// The folders (or files) that the user named with --symbols.
#include <algorithm>
#include <deque>

#include "find/locate/archived.h"
#include "find/locate/go_id.h"
#include "find/locate/id_layouts.h"
#include "find/locate/providers.h"
#include "ground/base/same_id.h"

namespace symkit::locate {
namespace {

using symbolize::Grounds;

bool is_named_so(const Candidate& candidate, const ImageReference& image) {
  return same_build(image, candidate.name) && same_processor(image.architecture, candidate.architecture);
}

// A file may be found by its place and by its content, and have several images.
void add_once(const std::string& path, std::vector<std::string>& files) {
  if (std::ranges::find(files, path) == files.end()) files.push_back(path);
}

class SymbolFolders final : public Provider {
 public:
  SymbolFolders(const std::vector<std::string>& paths, const Look& look, FileOffer files)
      : files_(std::move(files)) {
    for (const std::string& path : paths) folders_.emplace_back(path, look);
    for (const std::string& path : paths) layouts_.emplace_back(path);
  }

  bool offer(const ImageReference& image, Offering& offering) const override;
  bool knows_name(const ImageReference& image) const override { return !with_name(image).empty(); }
  std::vector<std::string> files_of(const ImageReference& image, const ImageId& id) const override;
  std::optional<ImageId> namesake(const ImageReference& image) const override;

 private:
  std::vector<Candidate> with_name(const ImageReference& image) const;
  std::vector<Candidate> by_place(const ImageReference& image) const;
  std::vector<Candidate> with_go_id(const ImageReference& image, std::vector<Candidate> found) const;

  std::vector<Candidate> under_id(const IdLayouts& layouts, const ImageReference& image) const;
  bool offer_by_id(const ImageReference& image, Offering& offering) const;

  std::deque<Candidates> folders_;
  std::deque<IdLayouts> layouts_;  // of the same folders
  FileOffer files_;
};

bool SymbolFolders::offer(const ImageReference& image, Offering& offering) const {
  if (image.id.empty()) {
    const auto named = with_name(image);
    if (named.empty()) return false;
    if (files_.offer_only(named, has_go_id(image) ? Grounds::Id : Grounds::Name, offering)) return true;
    if (!offering.refusal() && !offering.trouble().empty()) offering.refuse(offering.trouble());
    return false;
  }
  return offer_by_id(image, offering);
}

// A file stored by its id is found without a scan. If it has no debug information, another file may have
// it, unless the folder has only ids.
bool SymbolFolders::offer_by_id(const ImageReference& image, Offering& offering) const {
  std::vector<std::vector<Candidate>> under_ids;
  for (const IdLayouts& layouts : layouts_) {
    under_ids.push_back(under_id(layouts, image));
    const Candidate* found = richest(under_ids.back(), image.id);
    if (found != nullptr && found->debug_bytes != 0 && files_.offer(*found, Grounds::Id, offering))
      return true;
  }
  for (std::size_t i = 0; i < folders_.size(); ++i) {
    const Candidate* found = layouts_[i].is_keyed_by_id() ? nullptr : richest(folders_[i].all(), image.id);
    const Candidate* known = richest(under_ids[i], image.id);
    if (found == nullptr) found = known;
    const bool was_offered =
        found != nullptr && known != nullptr && known->debug_bytes != 0 && found->path == known->path;
    if (found != nullptr && !was_offered && files_.offer(*found, Grounds::Id, offering)) return true;
  }
  return false;
}

std::vector<Candidate> SymbolFolders::under_id(const IdLayouts& layouts, const ImageReference& image) const {
  std::vector<Candidate> found;
  for (const std::string& path : layouts.files_of(image))
    for (Candidate& candidate : candidates_in_file(path)) {
      candidate.called = image.name;
      found.push_back(std::move(candidate));
    }
  return found;
}

std::vector<std::string> SymbolFolders::files_of(const ImageReference& image, const ImageId& id) const {
  std::vector<std::string> files;
  if (id.empty()) {
    for (const Candidate& candidate : with_name(image)) add_once(candidate.path, files);
    return files;
  }
  ImageReference with_id = image;
  with_id.id = id;
  for (std::size_t i = 0; i < folders_.size(); ++i) {
    for (const std::string& path : layouts_[i].files_of(with_id)) add_once(path, files);
    if (layouts_[i].is_keyed_by_id()) continue;
    for (const Candidate& candidate : folders_[i].all())
      if (same_id(id, candidate.id)) add_once(candidate.path, files);
  }
  return files;
}

// In folders of ids, files do not have the images' names.
std::optional<ImageId> SymbolFolders::namesake(const ImageReference& image) const {
  for (std::size_t i = 0; i < folders_.size(); ++i) {
    if (layouts_[i].is_keyed_by_id()) continue;
    for (const Candidate& candidate : folders_[i].all())
      if (!candidate.id.empty() && is_named_so(candidate, image)) return candidate.id;
  }
  return std::nullopt;
}

std::vector<Candidate> SymbolFolders::with_name(const ImageReference& image) const {
  std::vector<Candidate> found;
  for (const Candidates& folder : folders_)
    for (const Candidate& candidate : folder.all())
      if (is_named_so(candidate, image)) found.push_back(candidate);
  if (has_go_id(image)) return with_go_id(image, std::move(found));
  if (found.empty()) return by_place(image);
  keep_those_in_place(image, found);
  return found;
}

// If no file of the name has the id: Parca stores a file in a folder that is named by the id.
std::vector<Candidate> SymbolFolders::with_go_id(const ImageReference& image,
                                                 std::vector<Candidate> found) const {
  keep_with_go_id(image.code_id, found);
  if (!found.empty()) return found;
  const std::string written = hex_of_go_id(image.code_id);
  for (const Candidates& folder : folders_)
    for (const Candidate& candidate : folder.all())
      if (candidate.path.contains(written)) found.push_back(candidate);
  keep_with_go_id(image.code_id, found);
  return found;
}

// For a log that names only the archive, and where in it the image begins. On a device every app's
// archive is called "base.apk": an archive that the user named directly need not be.
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

// The file at the image's path in the log. Without an id it may be another machine's file, and is
// accepted only on evidence.
#include "find/locate/evidence.h"
#include "find/locate/go_id.h"
#include "find/locate/providers.h"
#include "ground/base/words.h"

namespace symkit::locate {
namespace {

using symbolize::Grounds;

std::vector<Candidate> candidates_at_own_path(const ImageReference& image) {
  if (!is_own_path(image.path)) return {};
  return candidates_in_file(std::string(image.path));
}

class OwnPath final : public Provider {
 public:
  OwnPath(OwnPaths trust, FileOffer files) : trust_(trust), files_(std::move(files)) {}

  bool offer(const ImageReference& image, Offering& offering) const override;
  std::vector<std::string> files_of(const ImageReference& image, const ImageId& id) const override;
  std::optional<ImageId> namesake(const ImageReference& image) const override;

 private:
  bool offer_without_id(const ImageReference& image, Offering& offering) const;
  bool offer_by_go_id(const ImageReference& image, std::vector<Candidate>& here, Offering& offering) const;
  bool is_believed(const Belief* belief) const;
  std::string why_not_believed(const Belief* belief) const;

  OwnPaths trust_;
  FileOffer files_;
};

bool OwnPath::offer(const ImageReference& image, Offering& offering) const {
  if (image.id.empty()) return !image.name.empty() && offer_without_id(image, offering);
  const auto here = candidates_at_own_path(image);
  const Candidate* found = richest(here, image.id);
  return found != nullptr && files_.offer(*found, Grounds::Id, offering);
}

// Only the file there can be the image: an image of that name in the store would be a guess.
bool OwnPath::offer_without_id(const ImageReference& image, Offering& offering) const {
  std::vector<Candidate> here = candidates_at_own_path(image);
  std::erase_if(here, [&](const Candidate& candidate) {
    return !same_processor(image.architecture, candidate.architecture);
  });
  if (here.empty()) return false;
  if (has_go_id(image)) return offer_by_go_id(image, here, offering);
  const Belief* belief = offering.heard().find(image);
  if (!is_believed(belief)) {
    offering.refuse(why_not_believed(belief));
    return false;
  }
  const Grounds grounds = trust_ == OwnPaths::Always ? Grounds::Path : Grounds::Evidence;
  if (files_.offer_only(here, grounds, offering)) return true;
  if (!offering.refusal()) offering.refuse(offering.trouble());
  return false;
}

bool OwnPath::offer_by_go_id(const ImageReference& image, std::vector<Candidate>& here,
                             Offering& offering) const {
  keep_with_go_id(image.code_id, here);
  if (here.empty()) {
    offering.refuse("the local file has another Go build id");
    return false;
  }
  return files_.offer_only(here, Grounds::Id, offering);
}

bool OwnPath::is_believed(const Belief* belief) const {
  if (trust_ != OwnPaths::OnEvidence) return trust_ == OwnPaths::Always;
  return belief != nullptr && belief->holds();
}

std::string OwnPath::why_not_believed(const Belief* belief) const {
  if (trust_ == OwnPaths::Never) return "the log gives no id for it, and --no-local forbids the local file";
  if (belief == nullptr || belief->why_not().empty())
    return "the log gives no id for it, and too little evidence that it is the local file (--local "
           "uses it)";
  return say("the local file is a different one: ", belief->why_not(), " (--local uses it anyway)");
}

std::vector<std::string> OwnPath::files_of(const ImageReference& image, const ImageId& /*id*/) const {
  if (!is_own_path(image.path)) return {};
  return {std::string(image.path)};
}

std::optional<ImageId> OwnPath::namesake(const ImageReference& image) const {
  for (const Candidate& candidate : candidates_at_own_path(image))
    if (!candidate.id.empty()) return candidate.id;
  return std::nullopt;
}

}  // namespace

std::unique_ptr<Provider> own_path(OwnPaths trust, FileOffer files) {
  return std::make_unique<OwnPath>(trust, std::move(files));
}

}  // namespace symkit::locate

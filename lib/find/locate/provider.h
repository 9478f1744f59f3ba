// The seam between a search and those who may have an image: files that were named, a store, folders. Each
// offers what it has, best first; nothing is indexed before somebody takes it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answers/symbolize/image_source.h"
#include "find/locate/candidates.h"
#include "ground/base/frame_reference.h"
#include "ground/base/result.h"

namespace symkit::locate {

class Evidence;

struct Origin {
  std::shared_ptr<const symbolize::OpenImage> index;    // one that there is already, or null:
  Candidate file = {};                                  // one would be made from this
  std::string path = {};                                // of either; empty: of a named file
  symbolize::Grounds grounds = symbolize::Grounds::Id;  // why it is taken for the image
  std::optional<std::uint64_t> load_address = {};       // where the asker says that it was loaded
  std::string code_path = {};  // a file that may have the image's code; empty: the file above may

  bool has_lines() const;
};

// An error says why the origin was not taken, and may be empty.
using Take = std::function<Result<void>(const Origin& origin)>;

// What is offered of one image, and what came of it.
class Offering {
 public:
  // `heard`: what the asker's log has said of its images without ids. Both must outlive the offering.
  Offering(const Evidence& heard, const Take& take) : heard_(heard), take_(take) {}

  const Evidence& heard() const { return heard_; }

  // Whether it was taken.
  bool offer(const Origin& origin);
  // Something was found that cannot be used.
  void note(std::string trouble) { trouble_ = std::move(trouble); }
  const std::string& trouble() const { return trouble_; }
  // Nobody else may answer for this image.
  void refuse(std::string reason) { refusal_ = std::move(reason); }
  const std::optional<std::string>& refusal() const { return refusal_; }

 private:
  const Evidence& heard_;
  const Take& take_;
  std::string trouble_;
  std::optional<std::string> refusal_;
};

// One is shared by all who search, and asked from many threads at once.
class Provider {
 public:
  virtual ~Provider() = default;

  // Whether something was taken. Where not, the next provider is asked, if this one does not refuse.
  virtual bool offer(const ImageReference& image, Offering& offering) const = 0;
  // Whether to ask takes time, as it goes over a network.
  virtual bool is_far() const { return false; }
  // Whether the name alone is enough here, as the user named the file or its folder.
  virtual bool knows_name(const ImageReference& /*image*/) const { return false; }
  // Files that may be of the image with this id, the image itself among them: what is in them tells.
  virtual std::vector<std::string> files_of(const ImageReference& /*image*/, const ImageId& /*id*/) const {
    return {};
  }
  // The id of what is here under the image's name: worth saying where there is no image with the right one.
  virtual std::optional<ImageId> namesake(const ImageReference& /*image*/) const { return std::nullopt; }
};

}  // namespace symkit::locate

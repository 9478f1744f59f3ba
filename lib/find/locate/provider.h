// The interface between a search and the providers of images: named files, a store, folders. A provider
// offers what it has, best first; nothing is indexed before an offer is taken.
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
  std::shared_ptr<const symbolize::OpenImage> index;    // an existing index, or null:
  Candidate file = {};                                  // the index would be made from this file
  std::string path = {};                                // of the index or file; empty: a named file
  symbolize::Grounds grounds = symbolize::Grounds::Id;  // why it is considered the image
  std::optional<std::uint64_t> load_address = {};       // where it was loaded, according to the user
  std::string code_path = {};                           // a file that may have the code; empty: `file`

  bool has_lines() const;
};

// An error says why the origin was not taken, and may be empty.
using Take = std::function<Result<void>(const Origin& origin)>;

// What is offered for one image, and the outcome.
class Offering {
 public:
  // `heard`: evidence from the log about its images without ids. Both must outlive the offering.
  Offering(const Evidence& heard, const Take& take) : heard_(heard), take_(take) {}

  const Evidence& heard() const { return heard_; }

  // Returns whether the origin was taken.
  bool offer(const Origin& origin);
  // Records that something was found that cannot be used.
  void note(std::string trouble) { trouble_ = std::move(trouble); }
  const std::string& trouble() const { return trouble_; }
  // Stops the search for this image: no later provider is asked.
  void refuse(std::string reason) { refusal_ = std::move(reason); }
  const std::optional<std::string>& refusal() const { return refusal_; }

 private:
  const Evidence& heard_;
  const Take& take_;
  std::string trouble_;
  std::optional<std::string> refusal_;
};

// A provider is shared by all searches and used from many threads at once.
class Provider {
 public:
  virtual ~Provider() = default;

  // Returns whether something was taken. If not, the next provider is asked, unless this one refuses.
  virtual bool offer(const ImageReference& image, Offering& offering) const = 0;
  // Whether it is slow, as it uses a network.
  virtual bool is_far() const { return false; }
  // Whether the name alone is enough here, because the user named the file or its folder.
  virtual bool knows_name(const ImageReference& /*image*/) const { return false; }
  // Files that may belong to the image with this id, including the image itself; if the id is empty, those
  // with its name. Their content has to be checked.
  virtual std::vector<std::string> files_of(const ImageReference& /*image*/, const ImageId& /*id*/) const {
    return {};
  }
  // The id of an image here that has the same name: worth reporting if none has the right id.
  virtual std::optional<ImageId> namesake(const ImageReference& /*image*/) const { return std::nullopt; }
};

}  // namespace symkit::locate

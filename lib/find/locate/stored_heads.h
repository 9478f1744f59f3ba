// What the store has of images by their ids: an index, or the manifest of one in parts. A log's images are
// asked for in one question, where somebody looks ahead. For any number of threads.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "answers/symbolize/open_image.h"
#include "ground/base/image_id.h"
#include "keep/store/shelf.h"

namespace symkit::locate {

struct StoredHead {
  std::shared_ptr<const symbolize::OpenImage> image = nullptr;  // null: there is none
  std::string path = {};
};

class StoredHeads {
 public:
  explicit StoredHeads(store::Shelf& store) : store_(store) {}

  // As it was found ahead, else as it is now.
  Result<StoredHead> find(const ImageId& id) const;
  // All in one question. What cannot be asked for is left to find().
  void look_ahead(std::span<const ImageId> ids);

 private:
  std::vector<Result<StoredHead>> ask(std::span<const ImageId> ids) const;

  store::Shelf& store_;
  mutable std::mutex lock_;  // of what follows
  std::map<ImageId, StoredHead> ahead_;
};

}  // namespace symkit::locate

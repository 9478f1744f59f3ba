// The store's entries for images by id: an index, or the manifest of one in parts. look_ahead() fetches
// many in one request. Thread-safe.
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

  // The entry that was fetched ahead, or else the current one.
  Result<StoredHead> find(const ImageId& id) const;
  // Fetches all in one request. Entries that cannot be fetched are left to find().
  void look_ahead(std::span<const ImageId> ids);

 private:
  std::vector<Result<StoredHead>> ask(std::span<const ImageId> ids) const;

  store::Shelf& store_;
  mutable std::mutex lock_;  // guards the members below
  std::map<ImageId, StoredHead> ahead_;
};

}  // namespace symkit::locate

// Prefetches from a remote store what a log's frames will need, before the first of them is answered: the
// images of many frames in one request, and the parts with their code in another. For one log.
#pragma once

#include <map>
#include <memory>
#include <span>

#include "find/locate/search.h"
#include "ground/base/frame_reference.h"

namespace symkit::locate {

class LogAhead {
 public:
  explicit LogAhead(std::shared_ptr<const Search> search) : search_(std::move(search)) {}

  // The frames that come next. Their data need not outlive the call. Returns false if fetched parts may
  // have been dropped meanwhile.
  bool expect(std::span<const FrameReference> frames);

 private:
  void look_for_images(std::span<const FrameReference> frames);

  std::shared_ptr<const Search> search_;
  std::map<ImageId, std::shared_ptr<const symbolize::OpenImage>> images_;  // null: not in the store
};

}  // namespace symkit::locate

// What a log's frames will need of a store that is far away, asked for before the first of them is answered:
// the images of many frames in one question, the parts that their code lies in in another. One log's own.
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

  // Frames that come next. What they view need not stay. False: parts that were fetched may have been dropped
  // meanwhile.
  bool expect(std::span<const FrameReference> frames);

 private:
  void look_for_images(std::span<const FrameReference> frames);

  std::shared_ptr<const Search> search_;
  std::map<ImageId, std::shared_ptr<const symbolize::OpenImage>> images_;  // null: not in the store
};

}  // namespace symkit::locate

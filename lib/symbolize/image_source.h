// Where the indexes of a log's images come from. Who implements it knows of stores and folders; who asks
// knows what the log says of an image.
#pragma once

#include <memory>
#include <string>

#include "crashlog/frame.h"
#include "symbolize/native_image.h"

namespace symkit::symbolize {

struct Match {
  std::shared_ptr<const NativeImage> image;  // null: there is none, for this reason
  std::string reason = {};
  bool by_name = false;                            // the log has no id: it was taken for its name
  std::optional<std::uint64_t> load_address = {};  // where the asker says that it was loaded
};

class ImageSource {
 public:
  virtual ~ImageSource() = default;
  // The answer for an image does not change while a log is read.
  virtual Match find(const crashlog::ImageReference& image) = 0;
};

}  // namespace symkit::symbolize

// A search for the images of one log, including what the log has revealed of its images without ids
// (evidence.h). For one thread; the search itself is shared.
#pragma once

#include <string>

#include "find/locate/evidence.h"
#include "find/locate/search.h"
#include "ground/base/frame_reference.h"

namespace symkit::locate {

class LogSearch {
 public:
  explicit LogSearch(const Search& search) : search_(search) {}

  std::string find(const ImageReference& image, const Take& take) const {
    return search_.find(image, evidence_, take);
  }

  // Collects evidence, before the log's images are looked for. Returns true if the frame is in a file
  // that is not accepted, or may not stay so.
  bool hear(const FrameReference& frame);
  bool is_trampoline(const FrameReference& frame);
  void set_sole_image(std::string key) { evidence_.set_sole_image(std::move(key)); }
  void begin_log() { evidence_.begin_log(); }
  const Evidence& evidence() const { return evidence_; }

 private:
  Belief* belief_of(const ImageReference& image);

  const Search& search_;
  Evidence evidence_;
};

}  // namespace symkit::locate

// A search as one log asks it: with what that log has said so far of its images without ids (evidence.h). One
// thread's own; the search is shared.
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

  // What the log says, before its images are looked for. True: the frame speaks of a file that is not, or may
  // not stay, believed.
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

#include "find/locate/log_search.h"

namespace symkit::locate {

bool LogSearch::hear(const FrameReference& frame) {
  Belief* belief = belief_of(frame.image);
  evidence_.hear(frame, belief);
  return belief != nullptr && belief->may_change();
}

bool LogSearch::is_trampoline(const FrameReference& frame) {
  Belief* belief = evidence_.find(frame.image);
  return belief != nullptr && belief->has_trampoline(frame);
}

Belief* LogSearch::belief_of(const ImageReference& image) {
  if (!search_.needs_evidence(image)) return nullptr;
  if (Belief* known = evidence_.find(image)) return known;
  return evidence_.begin(image, search_.knows_name(image) ? nullptr : evidence_.witness_of(image));
}

}  // namespace symkit::locate

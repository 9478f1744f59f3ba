// Where the index of an image that a log names can come from, best first: asks the providers in their order.
// Nothing is indexed for the answer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/frame_reference.h"
#include "locate/candidates.h"
#include "locate/debug_file.h"
#include "locate/evidence.h"
#include "locate/provider.h"
#include "locate/providers.h"
#include "store/shelf.h"

namespace symkit::locate {

struct Places {
  std::vector<Object> objects;
  std::string store;
  std::vector<std::string> symbols;  // folders or files
  std::string system_folder{system_debug_folder};
  OwnPaths own_paths = OwnPaths::OnEvidence;
  Look look = look_anew;  // of these folders
};

class Search {
 public:
  explicit Search(const Places& places);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  store::Shelf& store() const { return *store_; }

  // Offers one origin after the other until one is taken. Empty where one was, else why there is none.
  std::string find(const ImageReference& image, const Take& take);

  // What the log says of its images without ids, before they are looked for: see evidence.h. True: the frame
  // speaks of a file that is not, or may not stay, believed.
  bool hear(const FrameReference& frame);
  bool is_trampoline(const FrameReference& frame);
  void begin_log() { evidence_.begin_log(); }
  const Evidence& evidence() const { return evidence_; }

 private:
  Belief* belief_of(const ImageReference& image);
  std::string why_not(const ImageReference& image);

  OwnPaths own_paths_;
  std::unique_ptr<store::Shelf> store_;
  Evidence evidence_;
  std::vector<std::unique_ptr<Provider>> providers_;
};

}  // namespace symkit::locate

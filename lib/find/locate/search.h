// Where the index of an image that a log names can come from, best first: asks the providers in their order.
// Nothing is indexed for the answer. One search serves any number of threads and logs; what a log has said is
// the log's own (log_search.h).
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "find/locate/candidates.h"
#include "find/locate/debug_file.h"
#include "find/locate/elsewhere.h"
#include "find/locate/provider.h"
#include "find/locate/providers.h"
#include "ground/base/frame_reference.h"
#include "keep/fetch/downloads.h"
#include "keep/store/chain.h"

namespace symkit::locate {

struct Places {
  std::vector<Object> objects;
  store::Chain stores;
  store::Opening opening = {};       // of these
  std::vector<std::string> symbols;  // folders or files
  std::string system_folder{system_debug_folder};
  OwnPaths own_paths = OwnPaths::OnEvidence;
  Look look = look_anew;                             // of these folders
  std::shared_ptr<fetch::Downloads> downloads = {};  // null: nothing goes over a network
  std::shared_ptr<Elsewhere> elsewhere = {};         // null: nobody else is asked
};

class Search {
 public:
  explicit Search(const Places& places);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  store::Shelf& store() const { return *store_; }
  // What the store has by id.
  StoredHeads& stored() const { return *stored_; }

  // Offers one origin after the other until one is taken. Empty where one was, else why there is none.
  // `heard`: what the log has said of its images without ids.
  std::string find(const ImageReference& image, const Evidence& heard, const Take& take) const;

  // Whether servers would be asked for it, as nobody who comes before them has it. Nobody is asked now.
  bool needs_servers(const ImageReference& image) const;
  // Whether they were asked, and have answered.
  bool is_settled(const ImageReference& image) const;
  // Whether somebody had to go on without it, as they took too long: it may be here by now.
  bool was_missed(const ImageReference& image) const;
  // Whether it may come from elsewhere, while nobody waits for it; and how often something has come so far.
  bool may_arrive(const ImageReference& image) const;
  unsigned arrivals() const;

  // Whether the image is looked for at its own path, and what the log says is held against the file there.
  bool needs_evidence(const ImageReference& image) const;
  // Whether the name alone is enough to some provider.
  bool knows_name(const ImageReference& image) const;
  // Where the code lies in the file, of the image with this id, by the image itself: a debug file has lost
  // it. Empty where the image is not here.
  std::vector<CodeSegment> code_segments(const ImageReference& image, const ImageId& id) const;

 private:
  std::string why_not(const ImageReference& image) const;

  OwnPaths own_paths_;
  std::unique_ptr<store::Shelf> store_;
  std::shared_ptr<StoredHeads> stored_;
  std::shared_ptr<fetch::Downloads> downloads_;
  std::shared_ptr<Elsewhere> elsewhere_;
  std::vector<std::unique_ptr<Provider>> providers_;
};

}  // namespace symkit::locate

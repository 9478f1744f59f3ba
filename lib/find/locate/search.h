// Finds the origins of an image's index, best first, by asking the providers in their order. Nothing is
// indexed. One search serves any number of threads and logs; evidence from a log is kept per log
// (log_search.h).
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
  store::Opening opening = {};       // of these stores
  std::vector<std::string> symbols;  // folders or files
  std::string system_folder{system_debug_folder};
  OwnPaths own_paths = OwnPaths::OnEvidence;
  Look look = look_anew;                             // of these folders
  std::shared_ptr<fetch::Downloads> downloads = {};  // null: no network is used
  std::shared_ptr<Elsewhere> elsewhere = {};         // null: there is none
};

class Search {
 public:
  explicit Search(const Places& places);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  store::Shelf& store() const { return *store_; }
  // The store's entries by id.
  StoredHeads& stored() const { return *stored_; }

  // Offers one origin after the other until one is taken. Returns an empty text if one was, otherwise why
  // there is none. `heard`: evidence from the log about its images without ids.
  std::string find(const ImageReference& image, const Evidence& heard, const Take& take) const;

  // Whether servers would be asked for the image, because no provider before them has it. Sends no
  // requests.
  bool needs_servers(const ImageReference& image) const;
  // Whether servers were asked for the image and have answered.
  bool is_settled(const ImageReference& image) const;
  // Whether an answer was given without the image because servers took too long: it may be here by now.
  bool was_missed(const ImageReference& image) const;
  // Whether the image may arrive in the background, and how many times something has arrived so far.
  bool may_arrive(const ImageReference& image) const;
  unsigned arrivals() const;

  // Whether the image is looked for at its own path, and the log is checked against the file there.
  bool needs_evidence(const ImageReference& image) const;
  // Whether the name alone is enough for some provider.
  bool knows_name(const ImageReference& image) const;
  // Files that may belong to the image, or have what was taken out of it: their content has to be checked.
  std::vector<std::string> files_of(const ImageReference& image) const;
  // The file ranges of the code of the image with this id, according to the image itself, as a debug file
  // has no code. Empty if the image is not here.
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

// Where the index of an image that a log names can come from, best first: a file that was named, the store,
// the folders of symbols, where the system keeps debug files, and last where the log says that the image
// itself was. Nothing is indexed for the answer.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/frame_reference.h"
#include "base/result.h"
#include "locate/candidates.h"
#include "locate/debug_file.h"
#include "locate/evidence.h"
#include "store/store.h"
#include "symbolize/image_source.h"

namespace symkit::locate {

// An image that is open already because the asker named its file.
struct Object {
  std::shared_ptr<const symbolize::NativeImage> image;
  std::optional<std::uint64_t> load_address = {};
};

// Whether a file is believed to be an image without an id because it lies where the log says.
enum class OwnPaths : std::uint8_t { OnEvidence, Always, Never };
inline OwnPaths own_paths(bool always, bool never) {
  return always ? OwnPaths::Always : never ? OwnPaths::Never : OwnPaths::OnEvidence;
}

struct Places {
  std::vector<Object> objects;
  std::string store;
  std::vector<std::string> symbols;  // folders or files
  std::string system_folder{system_debug_folder};
  OwnPaths own_paths = OwnPaths::OnEvidence;
};

struct Origin {
  std::shared_ptr<const symbolize::NativeImage> index;  // one that there is already, or null:
  Candidate file = {};                                  // one would be made from this
  std::string path = {};                                // of either; empty: of an object
  symbolize::Grounds grounds = symbolize::Grounds::Id;  // why it is taken for the image
  std::optional<std::uint64_t> load_address = {};       // where the asker says that it was loaded

  bool has_lines() const;
};

class Search {
 public:
  explicit Search(Places places);

  const store::Store& store() const { return store_; }

  // Offers one origin after the other until one is taken. An error says why it was not, and may be empty.
  using Take = std::function<Result<void>(const Origin& origin)>;
  // Empty where one was taken, else why there is none.
  std::string find(const ImageReference& image, const Take& take);

  // What the log says of its images without ids, before they are looked for: see evidence.h. True: the frame
  // speaks of a file that is not, or may not stay, believed.
  bool hear(const FrameReference& frame);
  bool is_trampoline(const FrameReference& frame);
  void begin_log() { evidence_.begin_log(); }
  const Evidence& evidence() const { return evidence_; }

 private:
  struct StoredImage {
    std::string path;
    Architecture architecture = Architecture::Unknown;
  };

  bool offer(const Origin& origin, const Take& take);
  bool offer_file(const Candidate& candidate, symbolize::Grounds grounds, const Take& take);
  std::string find_by_id(const ImageReference& image, const Take& take);
  std::string find_by_name(const ImageReference& image, const Take& take);
  std::string find_by_path(const ImageReference& image, const Take& take);
  std::string take_only(const std::vector<Candidate>& candidates, symbolize::Grounds grounds,
                        const Take& take);
  std::vector<const Object*> objects_named(const ImageReference& image) const;
  Belief* belief_of(const ImageReference& image);
  std::string why_not_believed(const ImageReference& image) const;
  const Object* object_with_id(const ImageId& id) const;
  std::optional<Origin> stored(const ImageId& id);
  bool in_symbol_folders(const ImageId& id, const Take& take);
  bool in_build_id_folders(const ImageId& id, symbolize::Grounds grounds, const Take& take);
  bool at_own_path(const ImageReference& image, const Take& take);
  std::vector<Candidate> in_folders_by_name(const ImageReference& image);
  std::string stored_with_name(const ImageReference& image, const Take& take);
  const std::multimap<std::string, StoredImage>& stored_names();
  std::string why_not(const ImageReference& image);

  Places places_;
  store::Store store_;
  std::vector<Candidates> folders_;
  std::optional<std::multimap<std::string, StoredImage>> stored_names_;
  Evidence evidence_;
  std::string trouble_;  // what kept a file that was found from being read
};

}  // namespace symkit::locate

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

#include "base/result.h"
#include "crashlog/frame.h"
#include "locate/candidates.h"
#include "store/store.h"
#include "symbolize/native_image.h"

namespace symkit::locate {

// An image that is open already because the asker named its file.
struct Object {
  std::shared_ptr<const symbolize::NativeImage> image;
  std::optional<std::uint64_t> load_address = {};
};

struct Places {
  std::vector<Object> objects;
  std::string store;
  std::vector<std::string> symbols;  // folders or files
  std::string system_folder = "/usr/lib/debug";
};

struct Origin {
  std::shared_ptr<const symbolize::NativeImage> index;  // one that there is already, or null:
  Candidate file = {};                                  // one would be made from this
  std::string path = {};                                // of either; empty: of an object
  bool by_name = false;                                 // the log has no id: it was taken for its name
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
  std::string find(const crashlog::ImageReference& image, const Take& take);

 private:
  bool offer(const Origin& origin, const Take& take);
  bool offer_file(const Candidate& candidate, bool by_name, const Take& take);
  std::string find_by_id(const crashlog::ImageReference& image, const Take& take);
  std::string find_by_name(const crashlog::ImageReference& image, const Take& take);
  const Object* object_with_id(const ImageId& id) const;
  std::optional<Origin> stored(const ImageId& id);
  bool in_symbol_folders(const ImageId& id, const Take& take);
  bool in_build_id_folders(const ImageId& id, const Take& take);
  bool at_own_path(const crashlog::ImageReference& image, const Take& take);
  std::vector<Candidate> named(const crashlog::ImageReference& image);
  std::string stored_with_name(const crashlog::ImageReference& image, const Take& take);
  const std::multimap<std::string, std::string>& stored_names();
  std::string why_not(const crashlog::ImageReference& image);

  Places places_;
  store::Store store_;
  std::vector<Candidates> folders_;
  std::optional<std::multimap<std::string, std::string>> stored_names_;  // to the paths of their indexes
  std::string trouble_;  // what kept a file that was found from being read
};

}  // namespace symkit::locate

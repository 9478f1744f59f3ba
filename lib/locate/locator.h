// Finds the index of an image that a log names: among the files that were named on the command line, in the
// store, in the folders named with --symbols, where the system keeps debug files, and last where the log says
// that the image itself was. What is found outside of the store is indexed into it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intake/intake.h"
#include "locate/candidates.h"
#include "store/store.h"
#include "symbolize/image_source.h"

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

class Locator : public symbolize::ImageSource {
 public:
  Locator(Places places, intake::Options how);

  symbolize::Match find(const crashlog::ImageReference& image) override;

 private:
  using Image = std::shared_ptr<const symbolize::NativeImage>;

  symbolize::Match find_by_id(const crashlog::ImageReference& image);
  symbolize::Match find_by_name(const crashlog::ImageReference& image);
  std::optional<symbolize::Match> object_with_id(const ImageId& id) const;
  std::optional<symbolize::Match> object_with_name(const crashlog::ImageReference& image) const;
  Image in_store(const ImageId& id);
  Image in_build_id_folders(const ImageId& id);
  Image in_symbol_folders(const ImageId& id);
  Image at_own_path(const crashlog::ImageReference& image);
  Image linked_debug_file(const Candidate& stripped);
  std::vector<Candidate> named(const crashlog::ImageReference& image);
  symbolize::Match stored_with_name(const crashlog::ImageReference& image);
  const std::multimap<std::string, std::string>& stored_names();
  Image index(const Candidate& candidate);
  std::string why_not(const crashlog::ImageReference& image);

  Places places_;
  intake::Options how_;
  store::Store store_;
  std::vector<Candidates> folders_;
  std::optional<std::multimap<std::string, std::string>> stored_names_;  // to the paths of their indexes
  std::string trouble_;  // what kept a file that was found from being read
};

}  // namespace symkit::locate

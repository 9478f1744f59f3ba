// The providers of images, a source file each. search.cpp puts them in order.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "find/locate/elsewhere.h"
#include "find/locate/file_offer.h"
#include "find/locate/provider.h"
#include "find/locate/stored_heads.h"
#include "keep/fetch/downloads.h"
#include "keep/store/shelf.h"

namespace symkit::locate {

// An image that is already open because the user named its file.
struct Object {
  std::shared_ptr<const symbolize::OpenImage> image;
  std::optional<std::uint64_t> load_address = {};
  std::string path = {};  // of the named file; empty: an index
};

// Whether a path in a log may name a file on this machine: an absolute path, or one relative to the
// current folder.
inline bool is_own_path(std::string_view path) {
  return path.starts_with('/') || path.starts_with("./") || path.starts_with("../");
}

// Whether a file is accepted as an image without an id because it is at the path in the log. NotLookedAt:
// the file system is not even accessed, as the log comes from a stranger.
enum class OwnPaths : std::uint8_t { OnEvidence, Always, Never, NotLookedAt };
inline OwnPaths own_paths(bool always, bool never) {
  return always ? OwnPaths::Always : never ? OwnPaths::Never : OwnPaths::OnEvidence;
}

// Whether an index in the store has lines. One without may be made from a stripped copy.
enum class Lines : std::uint8_t { With, Without };

// Arguments passed by reference must outlive the provider.
std::unique_ptr<Provider> named_files(std::vector<Object> objects);
std::unique_ptr<Provider> stored_images(std::shared_ptr<const StoredHeads> heads, Lines lines);
std::unique_ptr<Provider> symbol_folders(const std::vector<std::string>& paths, const Look& look,
                                         FileOffer files);
std::unique_ptr<Provider> breakpad_folders(std::vector<std::string> folders);
std::unique_ptr<Provider> build_id_folders(std::vector<std::string> folders);
std::unique_ptr<Provider> fetched_images(std::shared_ptr<fetch::Downloads> downloads, store::Shelf& store);
std::unique_ptr<Provider> awaited_images(std::shared_ptr<Elsewhere> elsewhere);
std::unique_ptr<Provider> own_path(OwnPaths trust, FileOffer files);
// Finds images by name in the store: only images without an id.
std::unique_ptr<Provider> stored_names(store::Shelf& store, OwnPaths trust);

}  // namespace symkit::locate

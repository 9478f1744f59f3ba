// Finds a frame's map: first among the named maps, then in folders and the store, by the longest common
// end of the frame's URL and a generated file's name. If several fit equally, that is reported instead of
// guessing.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "answers/sourcemap/load.h"
#include "answers/sourcemap/map_source.h"
#include "answers/sourcemap/source_paths.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"
#include "ground/base/text_hash.h"
#include "keep/store/chain.h"

namespace symkit::sourcemap {

struct Places {
  std::vector<std::string> maps;     // named one by one
  std::vector<std::string> folders;  // searched
  store::Chain stores;
  store::Opening opening = {};  // of these
  bool any_file = false;        // use the only named map for every frame
};

class Finder final : public MapSource {
 public:
  Finder(Places places, WarningSink warn) : places_(std::move(places)), warn_(std::move(warn)) {}

  // Opens the named maps; fails at the first that cannot be used.
  Result<void> open_named();
  const std::vector<std::unique_ptr<LoadedMap>>& named() const { return named_; }

  const FoundMap& find(std::string_view url) override;
  // Whether maps are fetched over a network: lookups should then be announced.
  bool is_far() { return shelf().is_far(); }
  // Fetches the maps of these debug ids in one request. It has no other effect: errors are reported for
  // the frame that needs the map.
  std::map<std::string, FoundMap> look_ahead(const std::set<std::string>& debug_ids);
  // The debug id that the log has given for a file; empty: none.
  std::string debug_id_of(std::string_view url) const;
  // Records that, according to the log, a generated file has this debug id.
  void learn_debug_id(std::string_view url, std::string_view debug_id);
  // Begins another log, in which the same URLs may mean other files.
  void begin_log();

 private:
  struct File {
    std::string path;
    std::string plain;  // the generated file's name: without ".map"
  };

  FoundMap search(const std::string& url, const std::string& debug_id);
  FoundMap search_by_name(const std::string& url);
  bool names_source(const std::string& url, const FoundMap& found);
  std::optional<FoundMap> search_named(const std::string& url, bool loosely);
  std::optional<FoundMap> search_folders(const std::string& url, bool loosely);
  std::optional<FoundMap> search_store(const std::string& url, bool loosely);
  std::optional<FoundMap> search_contents(const std::string& url);
  std::optional<FoundMap> search_debug_id(const std::string& debug_id);
  std::vector<const LoadedMap*> all_maps(bool with_scripts);
  const Map* module_map(const std::string& url) const;
  void list_folders();
  store::Shelf& shelf();
  void list_store();
  void copy_to_first_store(const Map* map);
  Result<const LoadedMap*> stored_with_id(const std::string& debug_id);
  Result<std::unique_ptr<LoadedMap>> load_found(const store::Key& key, const store::Found& found);
  const LoadedMap* open(const std::string& path);

  Places places_;
  WarningSink warn_;
  std::vector<std::unique_ptr<LoadedMap>> named_;
  std::optional<std::vector<File>> files_;
  std::unique_ptr<store::Shelf> shelf_;          // that stored maps are from
  std::unique_ptr<store::ForeseenParts> parts_;  // of these
  std::optional<std::vector<std::unique_ptr<LoadedMap>>> stored_;
  std::unordered_map<const Map*, store::Key> keys_;  // of maps that may be copied to the first store
  std::map<std::string, std::unique_ptr<LoadedMap>, std::less<>> opened_;  // null: cannot be used
  SourcePaths source_paths_;
  std::unordered_map<std::string, FoundMap, TextHash, std::equal_to<>> found_;
  // The map used last, as the frames of a stack are in few files. Null if it may no longer exist.
  const std::pair<const std::string, FoundMap>* last_found_ = nullptr;
  std::map<std::string, std::unique_ptr<LoadedMap>, std::less<>> ahead_;  // by debug id, not used yet
  FoundMap unsettled_;  // the last result during a store outage
  std::unordered_map<std::string, std::string, TextHash, std::equal_to<>> debug_ids_;
};

}  // namespace symkit::sourcemap

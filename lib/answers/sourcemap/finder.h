// Which map is a frame's? Those that were named are asked first, then folders and the store: by the longest
// end that the frame's URL has in common with a generated file. What fits several equally is said, not
// guessed.
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
  bool any_file = false;        // the one map that is named is for every frame
};

class Finder final : public MapSource {
 public:
  Finder(Places places, WarningSink warn) : places_(std::move(places)), warn_(std::move(warn)) {}

  // Opens those that were named; the first that cannot be used is the error.
  Result<void> open_named();
  const std::vector<std::unique_ptr<LoadedMap>>& named() const { return named_; }

  const FoundMap& find(std::string_view url) override;
  // Whether maps are fetched over a network: what will be asked should then be told before.
  bool is_far() { return shelf().is_far(); }
  // The maps of these debug ids, all in one question. Nothing else is changed by it: what is wrong with one
  // is said to the frame that asks for it.
  std::map<std::string, FoundMap> look_ahead(const std::set<std::string>& debug_ids);
  // What the log has said of a file; empty: nothing.
  std::string debug_id_of(std::string_view url) const;
  // The log says that a generated file has this debug id.
  void learn_debug_id(std::string_view url, std::string_view debug_id);
  // Another log begins, which may mean other files by the same URLs.
  void begin_log();

 private:
  struct File {
    std::string path;
    std::string plain;  // the generated file's: without ".map"
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
  std::unordered_map<const Map*, store::Key> keys_;  // of those whose copies may be wanted
  std::map<std::string, std::unique_ptr<LoadedMap>, std::less<>> opened_;  // null: cannot be used
  SourcePaths source_paths_;
  std::unordered_map<std::string, FoundMap, TextHash, std::equal_to<>> found_;
  // The one of these that was asked for last: the frames of a stack are of few files. Null where it may be
  // gone.
  const std::pair<const std::string, FoundMap>* last_found_ = nullptr;
  std::map<std::string, std::unique_ptr<LoadedMap>, std::less<>>
      ahead_;           // by debug ids that nobody asked for yet
  FoundMap unsettled_;  // what was found last, while a store could not be asked
  std::unordered_map<std::string, std::string, TextHash, std::equal_to<>> debug_ids_;
};

}  // namespace symkit::sourcemap

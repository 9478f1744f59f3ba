#include "answers/sourcemap/finder.h"

#include <algorithm>
#include <filesystem>

#include "answers/sourcemap/comments.h"
#include "answers/sourcemap/paths.h"
#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "logs/script/url.h"

namespace symkit::sourcemap {
namespace {

namespace fs = std::filesystem;

// Chooses the best of several candidates; several equally good ones are ambiguous.
class Best {
 public:
  explicit Best(std::string_view url, bool loosely = false) : url_(url), loosely_(loosely) {}

  // Offers a map under the possible names of its generated file.
  void offer_names(const LoadedMap& map) {
    for (const std::string& name : map.names) offer(fit(url_, name, loosely_), &map, name);
  }

  void offer(std::size_t fit, const LoadedMap* map, std::string_view name = {}) {
    if (fit == 0 || map == nullptr || fit < fit_ || contradicts(url_, map->file)) return;
    if (loosely_ && map->is_sure_of_name && adds_hash(url_, name)) return;
    if (fit > fit_) maps_.clear();
    fit_ = fit;
    if (std::ranges::none_of(maps_,
                             [&](const LoadedMap* one) { return one->map->path() == map->map->path(); }))
      maps_.push_back(map);
  }

  std::optional<FoundMap> found() const {
    if (maps_.empty()) return std::nullopt;
    if (maps_.size() == 1)
      return FoundMap{.map = maps_.front()->map.get(), .evidence = evidence(), .fit = best_fit()};
    return FoundMap{nullptr, say("could belong to ", maps_[0]->map->path(), " or to ", maps_[1]->map->path(),
                                 maps_.size() > 2 ? " or to others" : "")};
  }

 private:
  std::size_t best_fit() const {
    std::size_t best = fit_;
    for (const std::string& name : maps_.front()->names) best = std::max(best, fit(url_, name, false));
    return best;
  }
  Evidence evidence() const { return loosely_ ? Evidence::Name : evidence_of(url_, best_fit()); }

  std::string_view url_;
  bool loosely_;
  std::size_t fit_ = 0;
  std::vector<const LoadedMap*> maps_;
};

store::Key stored_key(const ImageId& id) { return {.id = id, .kind = index::Kind::SourceMap}; }

}  // namespace

Result<void> Finder::open_named() {
  for (const std::string& path : places_.maps) {
    auto loaded = load_map(path, FunctionScan::AtOnce);
    if (!loaded) return fail(loaded.error());
    named_.push_back(std::make_unique<LoadedMap>(std::move(*loaded)));
  }
  return {};
}

void Finder::learn_debug_id(std::string_view url, std::string_view debug_id) {
  std::string id = plain_debug_id(debug_id);
  if (id.empty() || debug_ids_.size() > 100'000) return;
  auto& known = debug_ids_[std::string(url)];
  if (known == id) return;
  known = std::move(id);
  last_found_ = nullptr;
  found_.erase(std::string(url));
}

void Finder::begin_log() {
  debug_ids_.clear();
  last_found_ = nullptr;
  found_.clear();
}

const FoundMap& Finder::find(std::string_view url) {
  if (last_found_ != nullptr && last_found_->first == url) return last_found_->second;
  if (const auto known = found_.find(url); known != found_.end()) {
    last_found_ = &*known;
    return known->second;
  }
  const std::string id = debug_id_of(url);
  // An endless log may name any number of files.
  if (found_.size() > 100'000) {
    last_found_ = nullptr;
    found_.clear();
  }
  std::string name(url);
  const std::uint64_t outages = shelf_ ? shelf_->outages() : 0;
  FoundMap found = search(name, id);
  copy_to_first_store(found.map);
  if (found.map == nullptr && shelf_ && shelf_->outages() != outages) return unsettled_ = std::move(found);
  return found_[std::move(name)] = std::move(found);
}

FoundMap Finder::search(const std::string& url, const std::string& debug_id) {
  if (!debug_id.empty()) {
    if (auto found = search_debug_id(debug_id)) return *found;
    const auto stored = stored_with_id(debug_id);
    if (!stored) return {nullptr, stored.error().message};
    if (*stored != nullptr) return {(*stored)->map.get(), {}, Evidence::DebugId};
    return {nullptr, say("no map has the debug id ", debug_id)};
  }
  if (places_.any_file && named_.size() == 1) return {named_.front()->map.get(), {}, Evidence::AnyFile};
  if (is_nameless(url)) {
    if (url.empty() && named_.size() == 1) return {named_.front()->map.get(), {}, Evidence::OnlyMap};
    return {nullptr, "the frame does not name its file"};
  }
  if (const Map* map = module_map(url)) return {map, {}, Evidence::Path};
  FoundMap found = search_by_name(url);
  if (found.map != nullptr && names_source(url, found))
    return {nullptr, "the frame already names a source: its engine has used the map"};
  return found;
}

FoundMap Finder::search_by_name(const std::string& url) {
  for (const bool loosely : {false, true}) {
    if (auto found = search_named(url, loosely)) return *found;
    if (auto found = search_folders(url, loosely)) return *found;
    if (auto found = search_store(url, loosely)) return *found;
  }
  if (auto found = search_contents(url)) return *found;
  return {nullptr, say("no map for ", base_name(url))};
}

// Whether a URL matches the complete path of one of the map's sources, and less of the generated file's
// path.
bool Finder::names_source(const std::string& url, const FoundMap& found) {
  const std::size_t as_source = source_paths_.fit(*found.map, url);
  if (as_source < 2 || as_source <= found.fit) return false;
  std::error_code error;
  const fs::path map = fs::absolute(found.map->path(), error);
  return error || as_source > common_suffix(url, without_map_extension(map.native()));
}

std::optional<FoundMap> Finder::search_named(const std::string& url, bool loosely) {
  Best best(url, loosely);
  for (const auto& loaded : named_) best.offer_names(*loaded);
  if (auto found = best.found()) return found;
  // A map that does not record its file is used for what the user gave it for.
  if (loosely && named_.size() == 1 && named_.front()->names.empty() && script::looks_like_script(url))
    return FoundMap{named_.front()->map.get(), {}, Evidence::OnlyMap};
  return std::nullopt;
}

// Metro's bundles in pieces: 12.js is a module, seg-3.js a segment of the one map.
const Map* Finder::module_map(const std::string& url) const {
  const std::string_view name = base_name(url);
  if (!name.ends_with(".js")) return nullptr;
  const std::string_view stem = name.substr(0, name.size() - 3);
  const bool is_number = !stem.empty() && std::ranges::all_of(stem, is_digit);
  for (const auto& loaded : named_) {
    if (is_number && loaded->map->module_line(0)) return loaded->map.get();
    if (stem.starts_with("seg-")) {
      const std::string_view id =
          stem.substr(4, stem.find('_') == std::string_view::npos ? stem.size() : stem.find('_') - 4);
      if (loaded->map->segment(id) != nullptr) return loaded->map.get();
    }
  }
  return nullptr;
}

std::optional<FoundMap> Finder::search_folders(const std::string& url, bool loosely) {
  list_folders();
  Best best(url, loosely);
  std::size_t best_fit = 0;
  std::vector<std::pair<std::size_t, const File*>> fitting;
  for (const File& file : *files_)
    if (const std::size_t how_well = fit(url, file.plain, loosely); how_well >= best_fit && how_well > 0) {
      best_fit = how_well;
      fitting.emplace_back(how_well, &file);
    }
  for (const auto& [how_well, file] : fitting)
    if (how_well == best_fit) best.offer(how_well, open(file->path), file->plain);
  return best.found();
}

void Finder::list_folders() {
  if (files_) return;
  files_.emplace();
  for (const std::string& folder : places_.folders) {
    std::error_code error;
    fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
      std::error_code ignored;
      const std::string path = walk->path();
      const std::string_view plain = without_map_extension(path);
      if (!walk->is_regular_file(ignored)) continue;
      if (plain.size() < path.size() || is_script_name(path) || is_module_name(path))
        files_->push_back({path, std::string(plain)});
    }
    if (error) warn_(say(folder, ": cannot be read: ", error.message()));
  }
  std::ranges::sort(*files_, {}, &File::path);
}

void Finder::list_store() {
  if (stored_) return;
  stored_.emplace();
  const auto listed =
      shelf().each(index::Kind::SourceMap, [&](const store::Key& key, const store::Found& found) {
        if (found && *found == nullptr) return;
        auto loaded = found ? load_stored(*found, *parts_, key) : fail(found.error());
        if (!loaded) return warn_(say(loaded.error().message, "; skipped"));
        stored_->push_back(std::make_unique<LoadedMap>(std::move(*loaded)));
        if (places_.stores.size() > 1) keys_.emplace(stored_->back()->map.get(), key);
      });
  if (!listed) warn_(listed.error().message);
}

std::optional<FoundMap> Finder::search_store(const std::string& url, bool loosely) {
  list_store();
  Best best(url, loosely);
  for (const auto& loaded : *stored_) best.offer_names(*loaded);
  return best.found();
}

// A server is not searched, but asked for the id. Null: it has none.
Result<const LoadedMap*> Finder::stored_with_id(const std::string& debug_id) {
  list_store();
  const auto id = ImageId::parse(debug_id);
  if (!id) return nullptr;
  auto known = ahead_.extract(debug_id);
  const store::Key key = stored_key(*id);
  auto loaded = known.empty() ? load_found(key, shelf_->find(key))
                              : Result<std::unique_ptr<LoadedMap>>(std::move(known.mapped()));
  if (!loaded) return fail(loaded.error());
  if (*loaded == nullptr) return nullptr;
  stored_->push_back(std::move(*loaded));
  return stored_->back().get();
}

// Null: the store has none.
Result<std::unique_ptr<LoadedMap>> Finder::load_found(const store::Key& key, const store::Found& found) {
  if (!found) return fail(found.error());
  if (*found == nullptr) return nullptr;
  auto loaded = load_stored(*found, *parts_, key);
  if (!loaded) return fail(loaded.error());
  return std::make_unique<LoadedMap>(std::move(*loaded));
}

store::Shelf& Finder::shelf() {
  if (!shelf_) {
    shelf_ = store::open_shelf(places_.stores, places_.opening);
    parts_ = std::make_unique<store::ForeseenParts>(*shelf_);
  }
  return *shelf_;
}

std::string Finder::debug_id_of(std::string_view url) const {
  const auto known = debug_ids_.find(url);
  return known == debug_ids_.end() ? std::string() : known->second;
}

std::map<std::string, FoundMap> Finder::look_ahead(const std::set<std::string>& debug_ids) {
  list_store();
  std::map<std::string, FoundMap> maps;
  std::vector<std::string> asked;
  std::vector<store::Key> keys;
  for (const std::string& debug_id : debug_ids) {
    if (const auto known = ahead_.find(debug_id); known != ahead_.end()) {
      maps[debug_id] = {.map = known->second->map.get(), .evidence = Evidence::DebugId};
    } else if (auto found = search_debug_id(debug_id)) {
      maps[debug_id] = std::move(*found);
    } else if (const auto id = ImageId::parse(debug_id)) {
      asked.push_back(debug_id);
      keys.push_back(stored_key(*id));
    }
  }
  const auto found = keys.empty() ? std::vector<store::Found>() : shelf_->get(keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    auto loaded = load_found(keys[i], found[i]);
    if (!loaded || *loaded == nullptr) continue;
    const auto at = ahead_.emplace(asked[i], std::move(*loaded)).first;
    maps[asked[i]] = {.map = at->second->map.get(), .evidence = Evidence::DebugId};
  }
  return maps;
}

// Searching through all maps has not copied them.
void Finder::copy_to_first_store(const Map* map) {
  const auto wanted = keys_.find(map);
  if (wanted == keys_.end()) return;
  static_cast<void>(shelf_->find(wanted->second));
  keys_.erase(wanted);
}

// Reads all maps. `with_scripts`: also scripts that may contain a map.
std::vector<const LoadedMap*> Finder::all_maps(bool with_scripts) {
  list_folders();
  list_store();
  std::vector<const LoadedMap*> all;
  for (const auto& loaded : *stored_) all.push_back(loaded.get());
  for (const auto& loaded : named_) all.push_back(loaded.get());
  for (const File& file : *files_)
    if (file.plain.size() < file.path.size() || with_scripts) all.push_back(open(file.path));
  std::erase(all, nullptr);
  return all;
}

// The last resort, for which every map must be read: the file names inside the maps.
std::optional<FoundMap> Finder::search_contents(const std::string& url) {
  if (!is_script_name(url)) return std::nullopt;
  Best best(url);
  for (const LoadedMap* loaded : all_maps(false)) {
    best.offer(common_suffix(url, loaded->map->generated_name()), loaded);
    best.offer_names(*loaded);
  }
  return best.found();
}

// A debug id is more reliable than any name. Sections of other files are searched only if no file has the
// id as a whole.
std::optional<FoundMap> Finder::search_debug_id(const std::string& debug_id) {
  const std::vector<const LoadedMap*> all = all_maps(true);
  Best whole({}), part({});
  Position begin;
  bool is_part = false;
  for (const LoadedMap* loaded : all) {
    if (plain_debug_id(loaded->map->debug_id()) == debug_id) whole.offer(1, loaded);
    for (const Section& section : loaded->map->sections()) {
      if (plain_debug_id(section.debug_id) != debug_id) continue;
      if (!is_part) begin = section.begin;
      is_part = true;
      part.offer(1, loaded);
    }
  }
  auto found = whole.found();
  if (!found && is_part) {
    found = part.found();
    if (found) found->begin = begin;
  }
  if (found) found->evidence = Evidence::DebugId;
  return found;
}

const LoadedMap* Finder::open(const std::string& path) {
  const auto [at, is_new] = opened_.try_emplace(path);
  if (!is_new) return at->second.get();
  auto loaded = load_map(path, FunctionScan::WhenAsked, places_.folders);
  if (loaded) {
    at->second = std::make_unique<LoadedMap>(std::move(*loaded));
  } else if (path.find(".map") != std::string::npos ||
             loaded.error().message.find("names no map") == std::string::npos) {
    warn_(say(loaded.error().message, "; skipped"));
  }
  return at->second.get();
}

}  // namespace symkit::sourcemap

#include "keep/store/chain.h"

#include <filesystem>
#include <utility>

#include "ground/base/words.h"
#include "keep/redis/address.h"
#include "keep/redis/engine.h"
#include "keep/store/chain_shelf.h"
#include "keep/store/counted_shelf.h"
#include "keep/store/discreet_shelf.h"
#include "keep/store/engine_shelf.h"
#include "keep/store/folder_shelf.h"
#include "keep/store/static_folder.h"
#include "keep/store/web_shelf.h"

namespace symkit::store {
namespace {

constexpr std::string_view folder_scheme = "file://";

// "redis" for redis://host; empty for a folder.
std::string_view scheme_of(std::string_view store) {
  const std::size_t end = store.find("://");
  return end == std::string_view::npos || store.find('/') < end ? std::string_view() : store.substr(0, end);
}

// redis://a,b is one store: a cluster's nodes are also separated by commas.
bool goes_on(std::string_view url, std::string_view piece) {
  if (!redis::is_engine(url) || url.find('/', url.find("://") + 3) != std::string_view::npos) return false;
  return piece.find("://") == std::string_view::npos && piece[0] != '/' && piece[0] != '.';
}

// "redis:/host" is a mistyped address, not the name of a folder.
bool lacks_slash(std::string_view store) {
  for (const std::string_view scheme : {"redis", "rediss", "unix", "http", "https", "file"})
    if (store.starts_with(scheme) && store.substr(scheme.size()).starts_with(":/") &&
        !store.substr(scheme.size()).starts_with("://"))
      return true;
  return false;
}

bool is_folder(std::string_view text) {
  std::error_code ignored;
  return std::filesystem::is_directory(std::filesystem::path(text), ignored);
}

std::unique_ptr<Shelf> open_counted(const std::string& store, const Opening& how) {
  std::unique_ptr<Shelf> shelf = open_store(store, how.expire);
  Count* const count = how.counts ? how.counts->of(store) : nullptr;
  return count == nullptr ? std::move(shelf) : std::make_unique<CountedShelf>(std::move(shelf), *count);
}

std::unique_ptr<Shelf> open_own(const Chain& chain, const Opening& how) {
  if (chain.empty()) return std::make_unique<FolderShelf>("");
  if (chain.size() == 1) return open_counted(chain.front(), how);
  std::vector<std::unique_ptr<Shelf>> shelves;
  for (const std::string& store : chain) shelves.push_back(open_counted(store, how));
  return std::make_unique<ChainShelf>(std::move(shelves));
}

}  // namespace

Chain read_chain(std::string_view text, Between between) {
  if (is_folder(text)) return {std::string(text)};
  Chain chain;
  bool was_comma = false;
  while (!text.empty()) {
    const std::size_t end =
        std::min(text.find_first_of(between == Between::Commas ? "," : ", \t\n"), text.size());
    const std::string_view piece = text.substr(0, end);
    if (!piece.empty() && was_comma && !chain.empty() && goes_on(chain.back(), piece))
      chain.back() += say(',', piece);
    else if (!piece.empty())
      chain.emplace_back(piece);
    was_comma = end < text.size() && text[end] == ',';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return chain;
}

Result<void> check_chain(const Chain& chain) {
  for (const std::string& store : chain) {
    if (redis::is_engine(store)) {
      if (const auto address = redis::read_address(store); !address) return fail(address.error());
      continue;
    }
    if (is_web(store)) {
      if (const auto usable = check_web(store); !usable) return usable;
      continue;
    }
    if (lacks_slash(store) && !is_folder(store))
      return fail(
          say("store ", store, ": an address needs two slashes: ", store.substr(0, store.find(':')), "://"));
    const auto scheme = scheme_of(store);
    if (scheme.empty() || store.starts_with(folder_scheme)) continue;
    return fail(say("store ", store, ": ", scheme,
                    ":// is not a known kind of store; use a folder, redis:// or https://"));
  }
  return {};
}

std::string_view kind_of_store(const std::string& store) {
  return redis::is_engine(store) ? "engine" : is_web(store) ? "web" : "folder";
}

std::string folder_of(const std::string& store) {
  return store.starts_with(folder_scheme) ? store.substr(folder_scheme.size()) : store;
}

// check_chain() has rejected addresses that cannot be read.
std::unique_ptr<StockedShelf> open_store(const std::string& store, std::chrono::seconds expire) {
  if (redis::is_engine(store)) {
    auto engine = redis::Engine::open(store);
    if (!engine) return std::make_unique<FolderShelf>("");
    return std::make_unique<EngineShelf>(std::move(*engine), expire);
  }
  if (is_web(store)) return std::make_unique<WebShelf>(store);
  std::string folder = folder_of(store);
  if (StaticFolder::is_one(folder)) return std::make_unique<StaticFolder>(std::move(folder));
  return std::make_unique<FolderShelf>(std::move(folder));
}

Result<void> make_static(const std::string& store) {
  if (redis::is_engine(store) || is_web(store))
    return fail(say("store ", store, ": --static needs a folder"));
  return StaticFolder::make(folder_of(store));
}

std::optional<std::string> store_within(const std::string& store, std::string_view name) {
  const std::string path = say("projects/", name);
  if (is_web(store)) return std::nullopt;
  if (!redis::is_engine(store)) {
    // A folder laid out for a web server is visible to everybody, so it has no stores within.
    const std::string folder = folder_of(store);
    return StaticFolder::is_one(folder) ? std::nullopt : std::optional(say(folder, '/', path));
  }
  const auto address = redis::read_address(store);
  if (!address) return std::nullopt;
  // If there are two prefixes, the last one counts.
  return say(store, store.find('?') == std::string::npos ? '?' : '&', "prefix=", address->prefix, path, '/');
}

std::unique_ptr<Shelf> open_shelf(const Chain& chain, const Opening& how) {
  std::unique_ptr<Shelf> shelf = open_own(chain, how);
  if (!how.shared.empty()) {
    std::vector<std::unique_ptr<Shelf>> shelves;
    shelves.push_back(std::move(shelf));
    shelves.push_back(open_own(how.shared, how));
    shelf = std::make_unique<ChainShelf>(std::move(shelves), ChainShelf::Copies::None);
  }
  if (!how.before_strangers) return shelf;
  return std::make_unique<DiscreetShelf>(std::move(shelf), how.before_strangers);
}

}  // namespace symkit::store

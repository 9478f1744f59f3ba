#include "store/chain.h"

#include <filesystem>
#include <utility>

#include "base/words.h"
#include "store/chain_shelf.h"
#include "store/folder_shelf.h"

namespace symkit::store {
namespace {

constexpr std::string_view folder_scheme = "file://";

// "redis" of redis://host; empty of a folder.
std::string_view scheme_of(std::string_view store) {
  const std::size_t end = store.find("://");
  return end == std::string_view::npos || store.find('/') < end ? std::string_view() : store.substr(0, end);
}

bool is_folder(std::string_view text) {
  std::error_code ignored;
  return std::filesystem::is_directory(std::filesystem::path(text), ignored);
}

std::unique_ptr<Shelf> open_store(std::string_view store) {
  if (store.starts_with(folder_scheme)) store.remove_prefix(folder_scheme.size());
  return std::make_unique<FolderShelf>(std::string(store));
}

}  // namespace

Chain read_chain(std::string_view text, Between between) {
  if (is_folder(text)) return {std::string(text)};
  Chain chain;
  while (!text.empty()) {
    const std::size_t end =
        std::min(text.find_first_of(between == Between::Commas ? "," : ", \t\n"), text.size());
    if (end != 0) chain.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return chain;
}

Result<void> check_chain(const Chain& chain) {
  for (const std::string& store : chain)
    if (const auto scheme = scheme_of(store); !scheme.empty() && !store.starts_with(folder_scheme))
      return fail(
          say("store ", store, ": ", scheme, ":// is no kind of store that this program knows; a folder is"));
  return {};
}

std::unique_ptr<Shelf> open_shelf(const Chain& chain) {
  if (chain.empty()) return std::make_unique<FolderShelf>("");
  if (chain.size() == 1) return open_store(chain.front());
  std::vector<std::unique_ptr<Shelf>> shelves;
  for (const std::string& store : chain) shelves.push_back(open_store(store));
  return std::make_unique<ChainShelf>(std::move(shelves));
}

}  // namespace symkit::store

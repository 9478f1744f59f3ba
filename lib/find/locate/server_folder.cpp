#include "find/locate/server_folder.h"

#include <filesystem>

#include "ground/base/characters.h"
#include "ground/base/server_keys.h"
#include "ground/base/words.h"
#include "ground/io/foreign_file.h"

namespace symkit::locate {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_builds = 1000;      // of one PE file
constexpr std::size_t longest_pointer = 4096;  // a file.ptr

}  // namespace

void ServerFolder::add_files(const ImageReference& image, std::vector<std::string>& files) const {
  for (const ServerKey& key : server_keys(image))
    add_file(entry(folder_of(key.name), key.key), key.name, files);
  const std::string_view name = image.name;
  if (!image.id.is_guid_and_age() || is_pe_server_key(image.code_id) || !is_server_name(name)) return;
  const std::string outer = folder_of(name);
  std::size_t looked_at = 0;
  for (const auto& [key, as_it_is] : names_in(outer))
    if (is_pe_server_key(key) && ++looked_at <= most_builds) add_file(say(outer, '/', as_it_is), name, files);
}

std::string ServerFolder::folder_of(std::string_view name) const {
  const bool has_shelves = names().contains("index2.txt");
  const auto found = names().find(in_lower_case(has_shelves ? server_shelf(name) : name));
  if (found == names().end()) return {};
  std::string folder = say(folder_, '/', found->second);
  return has_shelves ? entry(folder, name) : folder;
}

// Adds the file itself, or the cabinet that contains it, or the file that file.ptr names.
void ServerFolder::add_file(const std::string& folder, std::string_view name,
                            std::vector<std::string>& files) const {
  if (folder.empty()) return;
  for (const std::string& wanted : {std::string(name), name_in_cabinet(name)}) {
    const std::string path = entry(folder, wanted);
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) continue;
    files.push_back(path);
    return;
  }
  const std::string pointer = entry(folder, "file.ptr");
  if (std::string path = pointer.empty() ? "" : led_to(pointer); !path.empty())
    files.push_back(std::move(path));
}

// Resolves a file.ptr. Its path is mostly one of the server's machine: the longest end of it that exists
// in this folder is used. It cannot lead out of the folder.
std::string ServerFolder::led_to(const std::string& pointer) const {
  const auto file = io::ForeignFile::find(pointer);
  if (!file || !file->is_ordinary() || !file->lies_below(folder_) || file->size() > longest_pointer)
    return {};
  const auto text = file->read();
  if (!text) return {};
  for (const std::string& end : ends_of_pointer(*text)) {
    std::string here = say(folder_, '/', end);
    const auto found = io::ForeignFile::find(here);
    if (found && found->is_ordinary() && found->lies_below(folder_)) return here;
  }
  return {};
}

ServerFolder::Names ServerFolder::names_in(const std::string& folder) {
  Names all;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename();
    all.emplace(in_lower_case(name), name);
  }
  return all;
}

// The entry of a folder with this name, ignoring case; empty if there is none.
std::string ServerFolder::entry(const std::string& folder, std::string_view name) {
  if (folder.empty()) return {};
  std::string exact = say(folder, '/', name);
  std::error_code ignored;
  if (fs::exists(exact, ignored)) return exact;
  const Names all = names_in(folder);
  const auto found = all.find(in_lower_case(name));
  return found == all.end() ? std::string() : say(folder, '/', found->second);
}

const ServerFolder::Names& ServerFolder::names() const {
  std::call_once(read_, [this] { names_ = names_in(folder_); });
  return names_;
}

}  // namespace symkit::locate

#include "find/locate/id_layouts.h"

#include <algorithm>
#include <filesystem>

#include "files/container/open.h"
#include "ground/base/guid.h"
#include "ground/base/words.h"

namespace symkit::locate {
namespace {

namespace fs = std::filesystem;

// Some logs truncate a build id to this many bytes.
constexpr std::size_t short_id = 16;
constexpr std::size_t digits_of_short_id = 2 * short_id;

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}
bool is_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool is_hex(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  });
}

// The name as given, or in all upper or lower case; empty if none exists.
std::string step(const std::string& folder, std::string_view name) {
  for (const std::string& spelled : {std::string(name), in_lower_case(name), in_upper_case(name)}) {
    std::string path = say(folder, '/', spelled);
    std::error_code ignored;
    if (fs::exists(path, ignored)) return path;
  }
  return {};
}

// Adds the file stored under an id; if it is a folder of files, those with debug information come first.
void add_place(const std::string& path, std::vector<std::string>& files) {
  if (path.empty()) return;
  if (is_file(path)) {
    files.push_back(path);
  } else if (is_folder(path)) {
    for (const std::string_view inner : {"debug", "debuginfo", "elf", "executable", "vdso"})
      if (const std::string file = step(path, inner); !file.empty() && is_file(file)) files.push_back(file);
  }
}

// The entries of a folder that begin with these digits, for a truncated id.
std::vector<std::string> beginning_with(const std::string& folder, const std::string& digits) {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (in_lower_case(at->path().filename().native()).starts_with(digits)) found.push_back(at->path());
  std::ranges::sort(found);
  return found;
}

// Numeric folder names can have other causes: the contents must look like the rest of ids.
bool goes_on_as_id(const std::string& folder, std::size_t digits_before) {
  constexpr std::size_t shortest_rest = 14;
  std::error_code error;
  bool any = false;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const fs::path name = at->path().filename();
    const std::string digits = name.extension() == ".debug" ? name.stem() : name;
    if (!is_hex(digits) ||
        (digits_before == 2 ? digits.size() < shortest_rest : digits.size() != digits_before))
      return false;
    any = true;
  }
  return any && !error;
}

}  // namespace

// xx/rest, xx/rest.debug, or a folder xx/rest.
void IdLayouts::add_build_id(const std::string& root, const ImageId& id,
                             std::vector<std::string>& files) const {
  const std::string digits = id.hex();
  const std::string folder = step(root, digits.substr(0, 2));
  if (folder.empty()) return;
  const std::string rest = digits.substr(2);
  if (digits.size() == digits_of_short_id) {
    for (const std::string& path : beginning_with(folder, rest)) add_place(path, files);
    return;
  }
  add_place(step(folder, rest + ".debug"), files);
  add_place(step(folder, rest), files);
}

// XXXX/XXXX/XXXX/XXXX/XXXX/XXXXXXXXXXXX: a dSYM, or the file in it, mostly by a link.
void IdLayouts::add_uuid_tree(const ImageId& id, std::vector<std::string>& files) const {
  const std::string digits = in_upper_case(id.hex());
  if (digits.size() != digits_of_short_id) return;
  std::string path = folder_;
  for (std::size_t at = 0; at < digits.size() && !path.empty(); at += at < 20 ? 4 : 12)
    path = step(path, std::string_view(digits).substr(at, at < 20 ? 4 : 12));
  if (path.empty()) return;
  if (const auto inner = container::files_of(path))
    std::ranges::copy_if(*inner, std::back_inserter(files), is_file);
}

const std::map<std::string, std::string>& IdLayouts::names() const {
  std::call_once(read_, [this] {
    std::error_code error;
    for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
      const std::string name = at->path().filename();
      names_.emplace(in_lower_case(name), name);
    }
  });
  return names_;
}

std::vector<std::string> IdLayouts::files_of(const ImageReference& image) const {
  const ImageId& id = image.id;
  std::vector<std::string> files;
  if (id.bytes().size() < 2 || !is_folder(folder_)) return files;
  std::vector<ImageId> spellings{id};
  if (id.bytes().size() == short_id) spellings.push_back(with_guid_order(id));
  for (const ImageId& spelled : spellings) {
    add_build_id(folder_ + "/.build-id", spelled, files);
    add_build_id(folder_, spelled, files);
    add_uuid_tree(spelled, files);
    ImageReference as_spelled = image;
    as_spelled.id = spelled;
    server_.add_files(as_spelled, files);
  }
  return files;
}

bool IdLayouts::is_keyed_by_id() const {
  std::call_once(judged_, [this] { is_keyed_ = judge(); });
  return is_keyed_;
}

bool IdLayouts::judge() const {
  if (!is_folder(folder_) || names().empty()) return false;
  const std::size_t size = names().begin()->first.size();
  const auto path_of = [&](const auto& entry) { return say(folder_, '/', entry.second); };
  return (size == 2 || size == 4) &&
         std::ranges::all_of(names(),
                             [&](const auto& entry) {
                               return entry.first.size() == size && is_hex(entry.first) &&
                                      is_folder(path_of(entry));
                             }) &&
         goes_on_as_id(path_of(*names().begin()), size) && goes_on_as_id(path_of(*names().rbegin()), size);
}

}  // namespace symkit::locate

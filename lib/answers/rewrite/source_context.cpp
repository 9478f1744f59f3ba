#include "answers/rewrite/source_context.h"

#include <algorithm>
#include <filesystem>

#include "answers/rewrite/source_rules.h"
#include "ground/base/one_of.h"
#include "ground/print/source_line.h"

namespace symkit::rewrite {
namespace {

// At most this many texts, places and refusals are kept, however long the log.
constexpr std::size_t most_files = 64;
constexpr std::size_t most_places = 10'000;
constexpr std::size_t most_refused = 1000;

// NEW in a --path-map is the beginning of paths: a folder, or a folder and the beginning of names in it.
// Without a folder it does not say where sources are.
std::string folder_of(const std::string& beginning) {
  std::error_code ignored;
  if (std::filesystem::is_directory(beginning, ignored)) return beginning;
  return beginning.substr(0, beginning.rfind('/') + 1);
}

// Giving the root of the file system is the same as giving no folder.
std::vector<std::string> folders_of(const SourcePlaces& places) {
  std::vector<std::string> folders = places.roots;
  for (const auto& [old, replacement] : places.path_maps)
    if (std::string folder = folder_of(replacement); !folder.empty()) folders.push_back(std::move(folder));
  std::error_code ignored;
  for (const std::string& folder : folders)
    if (std::filesystem::canonical(folder, ignored) == "/") return {};
  return folders;
}

}  // namespace

bool SourceContext::append(std::string& out, std::span<const print::Frame> frames, const ImageId& image) {
  bool any = false;
  for (const print::Frame& frame : frames) {
    if (frame.file.empty() || frame.line == 0) continue;
    const Source& source = source_of(frame.file, image);
    if (frame.line > source.size()) continue;
    const auto [first, last, width] = print::lines_round(frame.line, places_.lines, source.size());
    for (std::size_t number = first; number <= last; ++number)
      print::append_source_line(out, {number, width, number == frame.line, source[number - 1]});
    any = true;
  }
  return any;
}

SourceLines SourceContext::lines_round(std::string_view path, std::size_t line) {
  if (places_.lines == 0 || path.empty() || line == 0) return {};
  const Source& source = source_of(path, {});
  if (line > source.size()) return {};
  const auto [first, last, width] = print::lines_round(line, places_.lines, source.size());
  return {first,
          {source.begin() + static_cast<std::ptrdiff_t>(first - 1),
           source.begin() + static_cast<std::ptrdiff_t>(last)}};
}

SourceContext::SourceContext(SourcePlaces places)
    : places_(std::move(places)), folders_(folders_of(places_)) {}

const SourceContext::Source& SourceContext::source_of(std::string_view path, const ImageId& image) {
  std::string key(path);
  if (places_.fetch) key.append(1, '\0').append(image.hex());
  if (const auto known = sources_.find(key); known != sources_.end()) return known->second;
  if (sources_.size() == most_files) sources_.clear();
  Source& source = sources_[key];
  const std::string text = text_of(path, image);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string& line = source.emplace_back(text, at, end - at);
    if (line.ends_with('\r')) line.pop_back();
    at = end + 1;
  }
  return source;
}

// A file from servers is in our own cache: only its size can be a reason not to show it.
std::string SourceContext::text_of(std::string_view path, const ImageId& image) {
  const Search found = search(path);
  auto text = found.file ? found.file->read() : fail(found.refusal);
  if (text) return std::move(*text);
  const bool may_be_there = places_.fetch && !image.empty() && path.starts_with('/');
  const std::string fetched = may_be_there ? places_.fetch(image, path) : std::string();
  if (const auto file = io::ForeignFile::find(fetched);
      file && may_be_shown(*file, {fetched.substr(0, fetched.rfind('/'))}))
    if (auto theirs = file->read()) return std::move(*theirs);
  if (!text.error().message.empty() && refused_.size() < most_refused)
    refused_.emplace(path, text.error().message);
  return {};
}

const std::string& SourceContext::find(std::string_view path) {
  if (const auto known = found_.find(path); known != found_.end()) return known->second;
  if (found_.size() == most_places) found_.clear();
  return found_[std::string(path)] = search(path).path;
}

// Whether this is the file. If several may not be shown, the first gives the reason.
bool SourceContext::try_path(Search& search, std::string path) const {
  auto file = io::ForeignFile::find(path);
  if (!file) return false;
  if (const auto allowed = may_be_shown(*file, folders_); !allowed) {
    if (search.refusal.empty()) search.refusal = allowed.error().message;
    return false;
  }
  search.file.emplace(std::move(*file));
  search.path = std::move(path);
  return true;
}

SourceContext::Search SourceContext::search(std::string_view path) const {
  Search search;
  for (const auto& [old, replacement] : places_.path_maps)
    if (path.starts_with(old) && try_path(search, replacement + std::string(path.substr(old.size()))))
      return search;
  if (try_path(search, std::string(path))) return search;
  // Below a root, the longest end of the path that exists is used.
  for (const std::string& root : places_.roots) {
    std::string_view end = path;
    while (!end.empty()) {
      if (try_path(search, root + '/' + std::string(end))) return search;
      const std::size_t slash = first_of<"/\\">(end);
      end = slash == std::string_view::npos ? std::string_view{} : end.substr(slash + 1);
    }
  }
  return search;
}

}  // namespace symkit::rewrite

#include "symlookup/source_context.h"

#include <algorithm>
#include <fstream>
#include <sys/stat.h>

namespace symkit::symlookup {
namespace {

// What is larger is no source that a person wrote; and no more files than these are kept.
constexpr off_t largest_file = 16 << 20;
constexpr std::size_t most_files = 64;

bool is_readable_file(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= largest_file;
}

void append_line(std::string& out, std::size_t number, std::size_t width, bool is_the_line,
                 std::string_view text) {
  const std::string digits = std::to_string(number);
  out += is_the_line ? "    > " : "      ";
  out.append(width - std::min(width, digits.size()), ' ');
  out += digits;
  out += " | ";
  out += text;
  out += '\n';
}

}  // namespace

bool SourceContext::append(std::string& out, std::span<const text::Frame> frames) {
  bool any = false;
  for (const text::Frame& frame : frames) {
    if (frame.file.empty() || frame.line == 0) continue;
    const Source& source = source_of(frame.file);
    if (frame.line > source.size()) continue;
    const std::size_t before = (places_.lines - 1) / 2;
    const std::size_t first = frame.line > before ? frame.line - before : 1;
    const std::size_t last = std::min<std::size_t>(source.size(), first + places_.lines - 1);
    const std::size_t width = std::to_string(last).size();
    for (std::size_t number = first; number <= last; ++number)
      append_line(out, number, width, number == frame.line, source[number - 1]);
    any = true;
  }
  return any;
}

const SourceContext::Source& SourceContext::source_of(std::string_view path) {
  if (const auto known = sources_.find(path); known != sources_.end()) return known->second;
  if (sources_.size() == most_files) sources_.clear();
  Source& source = sources_[std::string(path)];
  const std::string found = find(path);
  if (found.empty()) return source;
  std::ifstream file(found, std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with('\r')) line.pop_back();
    source.push_back(std::move(line));
  }
  return source;
}

std::string SourceContext::find(std::string_view path) const {
  for (const auto& [old, replacement] : places_.path_maps) {
    if (!path.starts_with(old)) continue;
    if (std::string mapped = replacement + std::string(path.substr(old.size())); is_readable_file(mapped))
      return mapped;
  }
  if (std::string own(path); is_readable_file(own)) return own;
  // Below a root, the longest end of the path that is there.
  for (const std::string& root : places_.roots) {
    std::string_view end = path;
    while (!end.empty()) {
      if (std::string below = root + '/' + std::string(end); is_readable_file(below)) return below;
      const std::size_t slash = end.find_first_of("/\\");
      end = slash == std::string_view::npos ? std::string_view{} : end.substr(slash + 1);
    }
  }
  return {};
}

}  // namespace symkit::symlookup

#include "symprof/watch_state.h"

#include <algorithm>
#include <ranges>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "ground/io/atomic_file.h"
#include "ground/io/blob.h"

namespace symkit::symprof {
namespace {

constexpr std::string_view heading = "symprof watch 1\n";

// Tabs separate the fields of a line; paths and reasons may contain any byte.
void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '\t' || c == '\n' || c == '%')
      out += c == '\t' ? "%09" : c == '\n' ? "%0A" : "%25";
    else
      out += c;
  }
}

bool read_line(std::string_view line, std::map<std::string, Watched>& profiles) {
  std::vector<std::string_view> fields;
  for (const auto part : std::views::split(line, '\t')) fields.emplace_back(part.begin(), part.end());
  if (fields.size() != 7) return false;
  Watched it;
  const auto word = std::ranges::find(watch_results, fields[1]);
  if (word == watch_results.end() || !read_whole(fields[2], it.changed) || !read_whole(fields[3], it.size) ||
      !read_whole(fields[4], it.tried))
    return false;
  it.result = static_cast<WatchResult>(word - watch_results.begin());
  for (const auto part : std::views::split(fields[5], ','))
    if (const auto id = ImageId::parse(std::string_view(part.begin(), part.end()))) it.missing.push_back(*id);
  it.reason = percent_decoded(fields[6]);
  profiles.insert_or_assign(percent_decoded(fields[0]), std::move(it));
  return true;
}

}  // namespace

WatchState WatchState::read(const std::string& path) {
  WatchState state;
  const auto file = io::map_blob(path);
  if (!file) return state;
  std::string_view text = as_text((*file)->bytes());
  if (!text.starts_with(heading)) return state;
  text.remove_prefix(heading.size());
  for (const auto part : std::views::split(text, '\n')) {
    const std::string_view line(part.begin(), part.end());
    if (!line.empty() && !read_line(line, state.profiles)) return {};
  }
  return state;
}

Result<void> WatchState::write(const std::string& path) const {
  std::string out(heading);
  for (const auto& [name, it] : profiles) {
    append_escaped(out, name);
    out += say('\t', watch_results[static_cast<std::size_t>(it.result)], '\t', it.changed, '\t', it.size,
               '\t', it.tried, '\t');
    for (std::size_t i = 0; i < it.missing.size(); ++i) out += (i == 0 ? "" : ",") + it.missing[i].hex();
    out += '\t';
    append_escaped(out, it.reason);
    out += '\n';
  }
  const Bytes bytes = as_bytes(out);
  return io::write_atomically(path, {&bytes, 1});
}

}  // namespace symkit::symprof

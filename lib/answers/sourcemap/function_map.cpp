#include "answers/sourcemap/function_map.h"

#include <algorithm>

#include "answers/sourcemap/vlq.h"
#include "ground/json/reader.h"

namespace symkit::sourcemap {

FunctionMap FunctionMap::read(std::string_view json) {
  FunctionMap map;
  json::Reader reader(json);
  std::string mappings;
  bool first = true;
  reader.array([&](json::Reader::Kind kind) {
    // Only the first entry is about functions.
    if (!std::exchange(first, false) || kind != json::Reader::Kind::Object) return;
    reader.object([&](std::string_view key, json::Reader::Kind value) {
      if (key == "names" && value == json::Reader::Kind::Array) {
        reader.array([&](json::Reader::Kind) { map.names_.push_back(reader.string().text()); });
      } else if (key == "mappings" && value == json::Reader::Kind::String) {
        mappings = reader.string().text();
      }
    });
  });
  if (reader.failed() || !map.decode(mappings)) return {};
  std::ranges::stable_sort(map.entries_, {}, &Entry::from);
  return map;
}

// Segments of column, name and line; the column restarts after each semicolon, the others continue.
bool FunctionMap::decode(const std::string& mappings) {
  const char* at = mappings.c_str();
  const char* const end = at + mappings.size();
  std::int64_t line = 1, column = 0, name = 0;
  while (at != end) {
    if (*at == ';' || *at == ',') {
      if (*at == ';') column = 0;
      ++at;
      continue;
    }
    std::int64_t columns = 0, names = 0, lines = 0;
    if (!read_vlq(at, columns) || !read_vlq(at, names)) return false;
    if (is_base64(*at) && !read_vlq(at, lines)) return false;
    column += columns;
    name += names;
    line += lines;
    const auto is_position = [](std::int64_t value) { return value >= 0 && value < none; };
    if (!is_position(line) || !is_position(column)) return false;
    if (name < 0 || static_cast<std::uint64_t>(name) >= names_.size()) return false;
    entries_.push_back({{static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)},
                        static_cast<std::uint32_t>(name)});
  }
  return true;
}

std::uint32_t FunctionMap::index_at(Position position) const {
  const auto behind = std::ranges::upper_bound(entries_, position, {}, &Entry::from);
  return behind == entries_.begin() ? none : static_cast<std::uint32_t>(std::prev(behind) - entries_.begin());
}

std::optional<std::string> FunctionMap::find(Position position) const {
  const std::uint32_t index = index_at(position);
  if (index == none) return std::nullopt;
  return names_[entries_[index].name];
}

}  // namespace symkit::sourcemap

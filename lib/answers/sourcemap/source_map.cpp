#include "answers/sourcemap/source_map.h"

#include <algorithm>
#include <cmath>

#include "answers/sourcemap/paths.h"
#include "ground/base/characters.h"
#include "ground/base/words.h"

namespace symkit::sourcemap {

using Kind = json::Reader::Kind;

namespace {

// The maximum nesting of index maps; no bundler writes more.
constexpr unsigned deepest_sections = 16;

// The members of one map, before they are combined: they come in any order, and the last of a name
// counts.
struct Members {
  std::optional<double> version;
  std::optional<json::RawString> mappings;
  bool has_sources = false;
  bool has_sections = false;
  std::vector<Source> sources;
  std::vector<json::RawString> names;
  std::vector<std::optional<json::RawString>> contents;
  std::vector<std::uint64_t> ignored;
  std::vector<std::string_view> functions;
  std::string root;
  ScopeTexts scopes;
  json::RawString range_mappings;
  std::string debug_id;
  std::string old_debug_id;  // its name before the proposal
};

// A non-negative integer that fits; nothing otherwise.
std::optional<std::uint32_t> whole(double number) {
  if (!(number >= 0) || number >= none || std::floor(number) != number) return std::nullopt;
  return static_cast<std::uint32_t>(number);
}

// A position relative to another one that is not after it.
Position seen_from(Position base, Position position) {
  return {position.line - base.line,
          position.line == base.line ? position.column - base.column : position.column};
}

}  // namespace

// Reads the maps in a file one after the other: those of sections are nested in it.
class MapReader {
 public:
  explicit MapReader(std::string_view text) : text_(text), json_(text) {}

  Result<SourceMap> read() {
    read_map({}, 0);
    json_.expect_end();
    if (json_.failed()) return symkit::fail(json_.error());
    std::vector<Part>& parts = map_.parts_;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i)
      parts[i].end = seen_from(parts[i].offset, parts[i + 1].offset);
    // What all sections have in common applies to the whole map.
    const auto is_of_first = [&](const Part& part) { return part.debug_id == parts.front().debug_id; };
    if (map_.debug_id_.empty() && !parts.empty() && std::ranges::all_of(parts, is_of_first))
      map_.debug_id_ = parts.front().debug_id;
    return std::move(map_);
  }

 private:
  void read_map(Position offset, unsigned depth);
  void read_member(std::string_view key, Kind kind, Members& members, Position offset, unsigned depth);
  void read_extension(std::string_view key, Kind kind, Members& members);
  void read_sections(Position offset, unsigned depth);
  Position read_offset(Kind kind);
  void put_together(Members& members, Position offset, unsigned depth);
  std::string_view plain(const json::RawString& text);
  void add_part(Members& members, Position offset);
  void read_sources(Kind kind, Members& members);
  void read_ignored(Kind kind, Members& members);
  void read_scopes(Kind kind, ScopeTexts& scopes);
  void read_module_lines(Kind kind);
  void read_segments(Kind kind);

  std::string optional_text(Kind kind, std::string_view what) {
    if (kind == Kind::String) return json_.string().text();
    if (kind != Kind::Null) json_.fail(say("'", what, "' is not a string"));
    return {};
  }
  std::uint32_t whole_number(Kind kind, std::string_view what) {
    const auto number = kind == Kind::Number ? whole(json_.number()) : std::nullopt;
    if (!number) json_.fail(say(what, " is not a whole number of at least 0"));
    return number.value_or(0);
  }

  std::string_view text_;
  json::Reader json_;
  SourceMap map_;
};

void MapReader::read_map(Position offset, unsigned depth) {
  if (json_.peek() != Kind::Object) return json_.fail("is not a JSON object");
  Members members;
  json_.object([&](std::string_view key, Kind kind) { read_member(key, kind, members, offset, depth); });
  if (!json_.failed()) put_together(members, offset, depth);
}

void MapReader::read_member(std::string_view key, Kind kind, Members& members, Position offset,
                            unsigned depth) {
  if (key == "version") {
    members.version = kind == Kind::Number ? json_.number() : -1;
  } else if (key == "mappings") {
    if (kind != Kind::String) return json_.fail("'mappings' is not a string");
    members.mappings = json_.string();
  } else if (key == "sources") {
    read_sources(kind, members);
  } else if (key == "sourcesContent" && kind != Kind::Null) {
    members.contents.clear();
    json_.array([&](Kind element) {
      if (element != Kind::Null)
        members.contents.emplace_back(json_.string());
      else
        members.contents.emplace_back();
    });
  } else if (key == "names" && kind != Kind::Null) {
    members.names.clear();
    json_.array([&](Kind) { members.names.push_back(json_.string()); });
  } else if (key == "sourceRoot") {
    members.root = optional_text(kind, key);
  } else if (key == "file") {
    std::string file = optional_text(kind, key);
    if (depth == 0) map_.file_ = std::move(file);
  } else if (key == "sections") {
    if (kind != Kind::Array) return json_.fail("'sections' is not an array");
    if (depth == deepest_sections) return json_.refuse("sections are nested too deep");
    members.has_sections = true;
    read_sections(offset, depth);
  } else {
    read_extension(key, kind, members);
  }
}

void MapReader::read_extension(std::string_view key, Kind kind, Members& members) {
  if (key == "ignoreList" || key == "x_google_ignoreList") {
    read_ignored(kind, members);
  } else if (key == "debugId" && kind == Kind::String) {
    members.debug_id = json_.string().text();
  } else if (key == "debug_id" && kind == Kind::String) {
    members.old_debug_id = json_.string().text();
  } else if (key == "x_facebook_sources" && kind == Kind::Array) {
    members.functions.clear();
    json_.array([&](Kind element) {
      members.functions.push_back(element == Kind::Array ? json_.skip() : std::string_view());
    });
  } else if (key == "x_facebook_offsets") {
    read_module_lines(kind);
  } else if (key == "x_facebook_segments") {
    read_segments(kind);
  } else if (key == "scopes") {
    read_scopes(kind, members.scopes);
  } else if (key == "rangeMappings" && kind == Kind::String) {
    members.range_mappings = json_.string();
  } else if (key == "ranges" && kind == Kind::String) {
    members.scopes.ranges = json_.string();
  }
}

void MapReader::read_sources(Kind kind, Members& members) {
  if (kind != Kind::Array) return json_.fail("'sources' is not an array");
  members.has_sources = true;
  members.sources.clear();
  json_.array([&](Kind element) {
    Source source;
    if (element == Kind::Null) {
      source.has_name = false;
    } else {
      source.name = json_.string().text();
    }
    members.sources.push_back(std::move(source));
  });
}

void MapReader::read_ignored(Kind kind, Members& members) {
  if (kind == Kind::Null) return;
  json_.array(
      [&](Kind element) { members.ignored.push_back(whole_number(element, "an entry of 'ignoreList'")); });
}

// A field of a proposal: a wrong type is no reason to refuse a map.
void MapReader::read_scopes(Kind kind, ScopeTexts& scopes) {
  scopes.by_source.clear();
  scopes.all = kind == Kind::String ? json_.string() : json::RawString();
  if (kind != Kind::Array) return;
  json_.array([&](Kind element) {
    scopes.by_source.push_back(element == Kind::String ? json_.string() : json::RawString());
  });
}

void MapReader::read_module_lines(Kind kind) {
  if (kind != Kind::Array) return;
  map_.module_lines_.clear();
  json_.array([&](Kind element) {
    map_.module_lines_.push_back(element == Kind::Number ? whole(json_.number()).value_or(none) : none);
  });
}

void MapReader::read_segments(Kind kind) {
  if (kind != Kind::Object) return;
  json_.object([&](std::string_view id, Kind) {
    std::string key(id);
    const std::string_view text = json_.skip();
    if (json_.failed()) return;
    auto segment = SourceMap::read(text);
    if (!segment) return json_.refuse(say("segment ", key, ": ", segment.error().message, " of it"));
    map_.segments_[std::move(key)] = std::make_shared<SourceMap>(std::move(*segment));
  });
}

Position MapReader::read_offset(Kind kind) {
  Position offset;
  if (kind != Kind::Object) return json_.fail("a section's 'offset' is not an object"), offset;
  bool line = false, column = false;
  json_.object([&](std::string_view key, Kind value) {
    if (key == "line") {
      offset.line = whole_number(value, "a section's line");
      line = true;
    } else if (key == "column") {
      offset.column = whole_number(value, "a section's column");
      column = true;
    }
  });
  if (!line || !column) json_.fail("a section's 'offset' lacks its line or column");
  return offset;
}

// A section's offset may come after its map, so its parts are moved when it is known.
void MapReader::read_sections(Position base, unsigned depth) {
  const auto shifted = [](Position base, Position by) {
    return Position{base.line + by.line, by.line == 0 ? base.column + by.column : by.column};
  };
  const std::size_t parts_before = map_.parts_.size();
  json_.array([&](Kind element) {
    if (element != Kind::Object) return json_.fail("a section is not an object");
    std::optional<Position> offset;
    bool has_map = false;
    const std::size_t first = map_.parts_.size();
    json_.object([&](std::string_view key, Kind kind) {
      if (key == "offset") {
        offset = read_offset(kind);
      } else if (key == "map") {
        if (kind != Kind::Object) return json_.fail("a section's 'map' is not an object");
        has_map = true;
        read_map({}, depth + 1);
      }
    });
    if (json_.failed()) return;
    if (!offset) return json_.refuse("a section has no 'offset'");
    if (!has_map) return json_.refuse("a section has no 'map'");
    for (std::size_t i = first; i < map_.parts_.size(); ++i)
      map_.parts_[i].offset = shifted(*offset, map_.parts_[i].offset);
  });
  for (std::size_t i = parts_before; i < map_.parts_.size(); ++i)
    map_.parts_[i].offset = shifted(base, map_.parts_[i].offset);
  for (std::size_t i = parts_before + 1; !json_.failed() && i < map_.parts_.size(); ++i) {
    const Part& before = map_.parts_[i - 1];
    const Position start = map_.parts_[i].offset;
    if (start < before.offset) json_.refuse("the sections are not in the order of their offsets");
    if (!before.segments.empty() && start < shifted(before.offset, before.segments.last()))
      json_.refuse("a section begins before the mappings of the one before it end");
  }
}

void MapReader::put_together(Members& members, Position offset, unsigned depth) {
  if (!members.version) return json_.refuse("has no 'version'");
  if (*members.version != 3) return json_.refuse("has a 'version' other than 3");
  if (members.debug_id.empty()) members.debug_id = std::move(members.old_debug_id);
  if (depth == 0) map_.debug_id_ = members.debug_id;
  if (members.has_sections) {
    // Turbopack writes an empty list of sources.
    if (members.mappings || !members.sources.empty())
      json_.refuse("has both 'sections' and mappings or sources of its own");
    return;
  }
  if (!members.mappings) return json_.refuse("has no 'mappings'");
  if (!members.has_sources) return json_.refuse("has no 'sources'");
  for (const std::uint64_t number : members.ignored) {
    if (number >= members.sources.size())
      return json_.refuse(
          say("'ignoreList' names source ", number, ", but there are only ", members.sources.size()));
    members.sources[number].ignored = true;
  }
  for (std::size_t i = 0; i < members.sources.size(); ++i) {
    Source& source = members.sources[i];
    if (source.has_name) source.name = with_root(members.root, source.name);
    if (i < members.functions.size()) source.functions = members.functions[i];
    if (i >= members.contents.size() || !members.contents[i]) continue;
    source.has_content = true;
    source.content = *members.contents[i];
  }
  add_part(members, offset);
}

// The text without escapes, which are rare; it lives as long as the map.
std::string_view MapReader::plain(const json::RawString& text) {
  if (!text.escaped) return text.raw;
  map_.unescaped_.push_back(std::make_shared<std::string>(text.text()));
  return *map_.unescaped_.back();
}

void MapReader::add_part(Members& members, Position offset) {
  const std::string_view text = plain(*members.mappings);
  const auto source_count = static_cast<std::uint32_t>(members.sources.size());
  const auto name_count = static_cast<std::uint32_t>(members.names.size());
  const auto before = static_cast<std::uint64_t>(members.mappings->raw.data() - text_.data());
  auto segments = Segments::read(text, {source_count, name_count}, before);
  if (!segments) return json_.refuse("mappings: " + segments.error().message);
  Part part;
  part.offset = offset;
  part.segments = std::move(*segments);
  part.ranges = RangeMappings::read(plain(members.range_mappings), part.segments);
  part.first_source = static_cast<std::uint32_t>(map_.sources_.size());
  part.source_count = source_count;
  part.first_name = static_cast<std::uint32_t>(map_.names_.size());
  part.name_count = name_count;
  part.scopes = std::move(members.scopes);
  part.debug_id = std::move(members.debug_id);
  map_.parts_.push_back(std::move(part));
  std::ranges::move(members.sources, std::back_inserter(map_.sources_));
  map_.names_.insert(map_.names_.end(), members.names.begin(), members.names.end());
}

Result<SourceMap> SourceMap::read(std::string_view text, std::shared_ptr<const void> owner) {
  const std::string_view whole_text = text;
  text = without_byte_order_mark(text);
  if (text.starts_with(")]}'")) text.remove_prefix(std::min(text.find('\n'), text.size()));
  auto map = MapReader(text).read();
  const auto stepped_over = whole_text.size() - text.size();
  if (!map && stepped_over != 0) return fail(say(map.error().message, ", counted from byte ", stepped_over));
  if (!map) return fail(map.error());
  map->owner_ = std::move(owner);
  return map;
}

Segment SourceMap::placed(const Part& part, Segment segment) {
  segment.is_range = !part.ranges.empty() && part.ranges.begins_at(segment.generated);
  if (segment.generated.line == 0) segment.generated.column += part.offset.column;
  segment.generated.line += part.offset.line;
  if (segment.source != none) segment.source += part.first_source;
  if (segment.name != none) segment.name += part.first_name;
  return segment;
}

std::optional<Segment> SourceMap::find(Position position) const {
  auto behind = std::ranges::upper_bound(parts_, position, {}, &Part::offset);
  if (behind == parts_.begin()) return std::nullopt;
  // A section only says where its mappings begin: what comes before its first one on that line belongs to
  // the section before.
  while (behind != parts_.begin()) {
    const Part& part = *--behind;
    Position within{position.line - part.offset.line, position.column};
    const bool is_first_line = within.line == 0;
    if (is_first_line) within.column -= part.offset.column;
    if (!part.ranges.empty())
      if (auto found = find_in_range(part, within)) return found;
    if (const auto found = part.segments.find(within, part.end)) return placed(part, *found);
    if (!is_first_line) break;
  }
  return std::nullopt;
}

// A position within a range has a mapping of its own.
std::optional<Segment> SourceMap::find_in_range(const Part& part, Position within) {
  const auto begin = part.ranges.around(within);
  if (!begin || *begin == within || !(within < part.end)) return std::nullopt;
  const Position last = within.line == begin->line ? within : Position{begin->line, none - 1};
  const auto found = part.segments.find(last, part.end);
  return found ? std::optional(placed(part, moved_along(*found, within))) : std::nullopt;
}

std::optional<std::uint32_t> SourceMap::module_line(std::uint64_t module) const {
  if (module >= module_lines_.size() || module_lines_[module] == none) return std::nullopt;
  return module_lines_[module];
}

const SourceMap* SourceMap::segment(std::string_view id) const {
  const auto found = segments_.find(id);
  return found == segments_.end() ? nullptr : found->second.get();
}

}  // namespace symkit::sourcemap

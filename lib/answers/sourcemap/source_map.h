// A source map according to ECMA-426: read strictly where the specification is strict, with common
// leniencies, and with the extensions of Metro, Hermes and Sentry. Positions are looked up in the text of
// the file, which the map keeps alive.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/sourcemap/position.h"
#include "answers/sourcemap/range_mappings.h"
#include "answers/sourcemap/segments.h"
#include "ground/base/result.h"
#include "ground/json/reader.h"

namespace symkit::sourcemap {

struct Source {
  std::string name;  // with its sourceRoot
  bool has_name = true;
  bool has_content = false;
  bool ignored = false;  // in ignoreList: not the user's own code
  json::RawString content;
  std::string_view functions;  // x_facebook_sources: its entry, JSON
};

// A map's scopes: a text for each source and one for the ranges, or, in the older encoding, everything in
// one.
struct ScopeTexts {
  std::vector<json::RawString> by_source;
  json::RawString ranges;
  json::RawString all;

  bool empty() const { return by_source.empty() && all.raw.empty(); }
};

// One of a map's sections; a map without sections is one part at 0:0.
struct Part {
  Position offset;
  Position end = {none, none};  // relative to the offset: mappings from there on are hidden
  Segments segments;
  RangeMappings ranges;
  std::uint32_t first_source = 0;
  std::uint32_t source_count = 0;
  std::uint32_t first_name = 0;
  std::uint32_t name_count = 0;
  ScopeTexts scopes;
  std::string debug_id;  // of the file that is this part of the generated file
};

class SourceMap {
 public:
  // `owner` keeps the text alive. A BOM and the ")]}'" line that guards against script inclusion are
  // skipped. An error has the reason and the offset.
  static Result<SourceMap> read(std::string_view text, std::shared_ptr<const void> owner = nullptr);

  std::optional<Segment> find(Position position) const;

  template <class Visit>
  void visit(Visit visit) const {
    for (const Part& part : parts_)
      part.segments.visit([&](const Segment& segment) {
        if (segment.generated < part.end) visit(placed(part, segment));
      });
  }
  template <class Visit>
  void visit_line(std::uint32_t line, Visit visit) const {
    for (const Part& part : parts_)
      if (part.offset.line <= line)
        part.segments.visit_line(line - part.offset.line, [&](const Segment& segment) {
          if (segment.generated < part.end) visit(placed(part, segment));
        });
  }

  const std::vector<Source>& sources() const { return sources_; }
  std::string name(std::uint32_t number) const { return names_[number].text(); }
  const std::vector<json::RawString>& names() const { return names_; }
  const std::vector<Part>& parts() const { return parts_; }
  const std::string& file() const { return file_; }
  const std::string& debug_id() const { return debug_id_; }

  // For Metro's bundles in pieces: the line where a module begins, and the maps of further segments.
  std::optional<std::uint32_t> module_line(std::uint64_t module) const;
  const SourceMap* segment(std::string_view id) const;
  bool has_modules() const { return !module_lines_.empty(); }
  std::size_t module_count() const { return module_lines_.size(); }
  const std::map<std::string, std::shared_ptr<const SourceMap>, std::less<>>& segments() const {
    return segments_;
  }

 private:
  friend class MapReader;

  static Segment placed(const Part& part, Segment segment);
  static std::optional<Segment> find_in_range(const Part& part, Position within);

  std::shared_ptr<const void> owner_;
  std::vector<std::shared_ptr<const std::string>> unescaped_;  // texts that had escapes
  std::vector<Part> parts_;
  std::vector<Source> sources_;
  std::vector<json::RawString> names_;
  std::string file_;
  std::string debug_id_;
  std::vector<std::uint32_t> module_lines_;
  std::map<std::string, std::shared_ptr<const SourceMap>, std::less<>> segments_;
};

}  // namespace symkit::sourcemap

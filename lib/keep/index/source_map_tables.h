// The tables of a source map's index, for copying from them. The content is not trusted: reading out of
// bounds gives an empty result.
#pragma once

#include "keep/index/encoding.h"
#include "keep/index/envelope.h"
#include "keep/index/source_map_format.h"
#include "keep/index/source_map_segments.h"
#include "keep/index/strings.h"

namespace symkit::index::source_map {

// Buckets of segments, or of boundaries.
struct BucketTable {
  Bytes keys, offsets, entries;

  std::size_t count() const { return keys.size() / sizeof(BucketKey); }
  BucketKey key(std::size_t number) const {
    return {static_cast<std::uint32_t>(fixed_at(keys, number * 2, 4)),
            static_cast<std::uint32_t>(fixed_at(keys, number * 2 + 1, 4))};
  }
  Position position(std::size_t number) const { return {key(number).line, key(number).column}; }
  Bytes bucket(std::size_t number) const {
    const std::uint64_t begin = fixed_at(offsets, number, 4), end = fixed_at(offsets, number + 1, 4);
    return begin > end ? Bytes() : slice(entries, begin, end - begin);
  }
  // The first that begins at or after a position.
  std::size_t first_from(Position wanted) const {
    std::size_t first = 0;
    for (std::size_t left = count(); left > 0;) {
      const std::size_t half = left / 2;
      const bool is_before = position(first + half) < wanted;
      first += is_before ? half + 1 : 0;
      left = is_before ? left - half - 1 : half;
    }
    return first;
  }
};

// A boundary after which code belongs to another function.
struct BoundaryRecord {
  Position position;
  std::uint64_t function = 0;
};

struct MapTables {
  BucketTable segments, boundaries;
  Bytes functions, calls, sources, content_offsets, contents;
  StringTable strings;

  std::size_t source_count() const { return sources.size() / sizeof(SourceRecord); }
  FunctionRecord function(std::uint64_t number) const { return record_at<FunctionRecord>(functions, number); }
  CallRecord call(std::uint64_t number) const { return record_at<CallRecord>(calls, number); }
  SourceRecord source(std::uint64_t number) const { return record_at<SourceRecord>(sources, number); }
  Bytes content(std::size_t source) const {
    const std::uint64_t begin = fixed_at(content_offsets, source, 8),
                        end = fixed_at(content_offsets, source + 1, 8);
    return begin > end ? Bytes() : slice(contents, begin, end - begin);
  }

  // Calls `visit` for each boundary of a bucket; false if it is damaged.
  template <class Visit>
  bool visit_boundaries(std::size_t number, Visit visit) const {
    Cursor at(boundaries.bucket(number), Endian::Little);
    BoundaryRecord boundary{boundaries.position(number)};
    while (!at.at_end()) {
      const std::uint64_t lines = at.uleb();
      if (lines != 0) boundary.position.column = 0;
      boundary.position.line += static_cast<std::uint32_t>(lines);
      boundary.position.column += static_cast<std::uint32_t>(at.uleb());
      boundary.function = at.uleb();
      if (at.failed()) return false;
      visit(boundary);
    }
    return true;
  }
};

inline MapTables tables_of(const Envelope& whole, std::uint32_t strings) {
  const auto section = [&](std::uint32_t tag) { return whole.section(tag); };
  return {.segments = {section(tags::segment_keys), section(tags::segment_offsets), section(tags::segments)},
          .boundaries = {section(tags::boundary_keys), section(tags::boundary_offsets),
                         section(tags::boundaries)},
          .functions = section(tags::functions),
          .calls = section(tags::calls),
          .sources = section(tags::sources),
          .content_offsets = section(tags::content_offsets),
          .contents = section(tags::contents),
          .strings = {section(tags::strings), section(tags::string_offsets), strings}};
}

}  // namespace symkit::index::source_map

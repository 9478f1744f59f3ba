// Writes segments of a source map into buckets, and reads them: docs/index-format.md.
#pragma once

#include "ground/base/cursor.h"
#include "keep/index/encoding.h"
#include "keep/index/source_map_format.h"
#include "keep/index/source_map_position.h"

namespace symkit::index::source_map {

inline std::uint32_t moved(std::uint32_t value, std::uint64_t zigzagged) {
  return static_cast<std::uint32_t>(value + unzigzag(zigzagged));
}

// Calls `visit` for each segment until it returns false. Returns false then, and if the bucket is
// damaged.
template <class Visit>
bool visit_segments(Bytes bucket, BucketKey key, Visit visit) {
  Cursor at(bucket, Endian::Little);
  Segment segment;
  segment.generated = {key.line, key.column};
  std::uint32_t source = 0, name = 0;
  for (std::size_t i = 0; i < entries_in_bucket && !at.at_end(); ++i) {
    const std::uint8_t flags = at.u8();
    if ((flags & new_line) != 0) {
      segment.generated.line += static_cast<std::uint32_t>(at.uleb());
      segment.generated.column = 0;
    }
    segment.generated.column += static_cast<std::uint32_t>(at.uleb());
    segment.source = segment.name = none;
    if ((flags & has_original) != 0) {
      segment.original.column = moved(segment.original.column, at.uleb());
      if ((flags & other_source) != 0) source = moved(source, at.uleb());
      if ((flags & other_line) != 0) segment.original.line = moved(segment.original.line, at.uleb());
      segment.source = source;
    }
    if ((flags & has_name) != 0) segment.name = name = moved(name, at.uleb());
    segment.is_range = (flags & is_range) != 0;
    if (at.failed() || !visit(segment)) return false;
  }
  return true;
}

// Writes one bucket after another: keys, offsets and entries.
struct BucketWriter {
  Buffer keys;
  Buffer offsets;
  Buffer entries;
  std::size_t in_bucket = 0;
  Position here;  // the last boundary

  // True if an entry at this position begins a new bucket.
  bool begin_entry(Position position) {
    const bool is_first = in_bucket == 0;
    if (is_first) {
      put_fixed(keys, position.line, 4);
      put_fixed(keys, position.column, 4);
      put_fixed(offsets, entries.size(), 4);
    }
    in_bucket = (in_bucket + 1) % entries_in_bucket;
    return is_first;
  }
  // From here on, code belongs to this function.
  void put_boundary(Position position, std::uint64_t function) {
    if (begin_entry(position)) here = position;
    const std::uint32_t lines = position.line - here.line;
    put_varint(entries, lines);
    put_varint(entries, position.column - (lines != 0 ? 0 : here.column));
    put_varint(entries, function);
    here = position;
  }
  void finish() { put_fixed(offsets, entries.size(), 4); }
};

class SegmentWriter {
 public:
  // `name`: its number in the strings; none: it has none.
  void put(BucketWriter& buckets, const Segment& segment, std::uint32_t name) {
    if (buckets.begin_entry(segment.generated)) {
      before_ = {};
      before_.generated = segment.generated;
      source_ = name_ = 0;
    }
    Buffer& out = buckets.entries;
    const bool has_place = segment.has_original(), is_named = name != none;
    const std::uint32_t lines = segment.generated.line - before_.generated.line;
    std::uint8_t flags = lines != 0 ? new_line : 0;
    if (has_place) flags |= has_original;
    if (has_place && segment.source != source_) flags |= other_source;
    if (has_place && segment.original.line != before_.original.line) flags |= other_line;
    if (is_named) flags |= has_name;
    if (segment.is_range) flags |= is_range;
    out.push_back(flags);
    if (lines != 0) put_varint(out, lines);
    put_varint(out, segment.generated.column - (lines != 0 ? 0 : before_.generated.column));
    before_.generated = segment.generated;
    if (has_place) {
      put_varint(out, difference(segment.original.column, before_.original.column));
      if ((flags & other_source) != 0) put_varint(out, difference(segment.source, source_));
      if ((flags & other_line) != 0)
        put_varint(out, difference(segment.original.line, before_.original.line));
      source_ = segment.source;
      before_.original = segment.original;
    }
    if (is_named) {
      put_varint(out, difference(name, name_));
      name_ = name;
    }
  }

 private:
  static std::uint64_t difference(std::uint32_t now, std::uint32_t then) {
    return zigzag(static_cast<std::int64_t>(now) - static_cast<std::int64_t>(then));
  }

  Segment before_;
  std::uint32_t source_ = 0, name_ = 0;
};

}  // namespace symkit::index::source_map

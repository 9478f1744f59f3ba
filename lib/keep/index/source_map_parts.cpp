#include "keep/index/source_map_parts.h"

#include <algorithm>
#include <string>

#include "ground/base/cursor.h"
#include "ground/base/words.h"
#include "keep/index/numbering.h"
#include "keep/index/part_table.h"
#include "keep/index/source_map_description.h"
#include "keep/index/source_map_pieces.h"
#include "keep/index/source_map_tables.h"

namespace symkit::index::source_map {
namespace {

constexpr const char* damaged = "is damaged: its segments are inconsistent";

// The entries that a part uses of the complete index's tables.
struct Used {
  Numbering strings, sources, functions, calls;

  void settle() {
    for (Numbering* const one : {&strings, &sources, &functions, &calls}) one->settle();
  }
};

// The sections of a part, as they are built.
struct PartSections {
  BucketWriter segments, boundaries;
  Buffer functions, calls, sources, source_numbers, content_offsets, contents;
};

class SourceMapCutter {
 public:
  SourceMapCutter(const Envelope& envelope, MapDescription description, const TakePart& take,
                  const Cutting& how)
      : envelope_(envelope),
        description_(std::move(description)),
        whole_(tables_of(envelope, description_.strings)),
        take_(take),
        how_(how) {}

  Result<std::vector<std::uint8_t>> cut() {
    if (whole_.source_count() > most_sources) return fail("has more sources than a store can hold");
    if (!plan_positions()) return fail(damaged);
    if (auto done = cut_positions(); !done) return fail(done.error());
    if (auto done = cut_names(); !done) return fail(done.error());
    if (auto done = cut_texts(); !done) return fail(done.error());
    const auto pieces = cut_pieces();
    if (!pieces) return fail(pieces.error());
    Buffer source_count;
    put_fixed(source_count, whole_.source_count(), 4);
    return seal_manifest(envelope_, table_,
                         {{tags::meta, envelope_.section(tags::meta)},
                          {tags::module_lines, envelope_.section(tags::module_lines)},
                          {tags::pieces, Bytes(*pieces)},
                          {tags::source_count, Bytes(source_count)},
                          {tags::first_positions, Bytes(first_positions_)},
                          {tags::first_named, Bytes(first_named_)},
                          {tags::first_texts, Bytes(first_texts_)}});
  }

 private:
  struct Range {
    std::size_t begin = 0, end = 0;
  };

  // False if the bucket before ends with segments at the position where this one begins, which belong
  // together.
  bool begins_anew(std::size_t bucket, Position last_before) const {
    return last_before < whole_.segments.position(bucket);
  }

  // A part ends when its segments and boundaries are large enough.
  bool plan_positions() {
    const BucketTable& segments = whole_.segments;
    const std::size_t most = std::max(how_.part_bytes, segments.entries.size() / most_parts);
    std::size_t bytes = 0, boundary = 0;
    Position last;
    for (std::size_t bucket = 0; bucket < segments.count(); ++bucket) {
      if (bucket != 0 && segments.position(bucket) < last) return false;
      std::size_t size = segments.bucket(bucket).size();
      for (; boundary < whole_.boundaries.count() &&
             whole_.boundaries.position(boundary) < segments.position(bucket);
           ++boundary)
        size += whole_.boundaries.bucket(boundary).size();
      if (positions_.empty() || (bytes + size > most && begins_anew(bucket, last))) {
        positions_.push_back({bucket, bucket});
        bytes = 0;
      }
      bytes += size;
      positions_.back().end = bucket + 1;
      const BucketKey key = segments.key(bucket);
      last = segments.position(bucket);
      const bool is_whole = visit_segments(segments.bucket(bucket), key, [&](const Segment& segment) {
        const bool is_in_order = last <= segment.generated;
        last = segment.generated;
        return is_in_order;
      });
      if (!is_whole) return false;
    }
    return true;
  }

  Result<void> cut_positions() {
    return make_parts(
        positions_.size(), [&](std::size_t number) { return part_of_positions(positions_[number], number); },
        [&](std::size_t number, const PartSeal& seal) {
          const BucketKey key = number == 0 ? BucketKey() : whole_.segments.key(positions_[number].begin);
          put_fixed(first_positions_, key.line, 4);
          put_fixed(first_positions_, key.column, 4);
          put_seal(table_, seal);
        },
        take_, how_);
  }

  // The boundaries that apply from the part's first position up to the next part's.
  Range boundaries_of(Range buckets, std::size_t number) const {
    const bool is_last = number + 1 == positions_.size();
    const Position begin = number == 0 ? Position() : whole_.segments.position(buckets.begin);
    const std::size_t first_behind = whole_.boundaries.first_from({begin.line, begin.column});
    const bool is_exact =
        first_behind < whole_.boundaries.count() && whole_.boundaries.position(first_behind) == begin;
    return {is_exact || first_behind == 0 ? first_behind : first_behind - 1,
            is_last ? whole_.boundaries.count()
                    : whole_.boundaries.first_from(whole_.segments.position(buckets.end))};
  }

  Result<std::vector<std::uint8_t>> part_of_positions(Range buckets, std::size_t number) const {
    const Range boundaries = boundaries_of(buckets, number);
    Used used;
    for (std::size_t bucket = buckets.begin; bucket < buckets.end; ++bucket)
      visit_segments(whole_.segments.bucket(bucket), whole_.segments.key(bucket),
                     [&](const Segment& segment) {
                       if (segment.has_original()) used.sources.add(segment.source);
                       if (segment.name != none) used.strings.add(segment.name);
                       return true;
                     });
    for (std::size_t bucket = boundaries.begin; bucket < boundaries.end; ++bucket)
      if (!whole_.visit_boundaries(
              bucket, [&](const BoundaryRecord& boundary) { used.functions.add(boundary.function); }))
        return fail(damaged);
    if (!note_callers(used)) return fail(damaged);
    for (const std::uint32_t function : used.functions.all()) {
      const FunctionRecord record = whole_.function(function);
      for (const std::uint32_t text : {record.owner, record.name})
        if (text != 0) used.strings.add(text - 1);
    }
    note_names(used);
    used.settle();
    PartSections part;
    write_segments(buckets, used, part);
    write_boundaries(boundaries, used, part);
    write_functions(used, part);
    write_sources(used, part);
    return sealed(used, part);
  }

  // Callers come before the functions inlined into them, so chains end; none is as long as this limit.
  bool note_callers(Used& used) const {
    constexpr std::size_t most_functions = 1 << 20;
    used.functions.settle();
    std::vector<std::uint32_t> open = used.functions.all();
    std::size_t seen = 0;
    while (!open.empty()) {
      if (++seen > most_functions) return false;
      const std::uint32_t number = open.back();
      open.pop_back();
      const FunctionRecord function = whole_.function(number);
      if (function.call == 0) continue;
      used.calls.add(function.call - 1);
      const CallRecord call = whole_.call(function.call - 1);
      used.sources.add(call.source);
      if (call.caller >= number) continue;
      used.functions.add(call.caller);
      open.push_back(call.caller);
    }
    used.functions.settle();
    return true;
  }

  void note_names(Used& used) const {
    for (const std::uint32_t source : used.sources.all())
      if (const SourceRecord record = whole_.source(source); record.name != 0)
        used.strings.add(record.name - 1);
  }

  void write_segments(Range buckets, const Used& used, PartSections& part) const {
    SegmentWriter writer;
    for (std::size_t bucket = buckets.begin; bucket < buckets.end; ++bucket)
      visit_segments(whole_.segments.bucket(bucket), whole_.segments.key(bucket), [&](Segment segment) {
        if (segment.has_original()) segment.source = used.sources.of(segment.source);
        writer.put(part.segments, segment, segment.name == none ? none : used.strings.of(segment.name));
        return true;
      });
    part.segments.finish();
  }

  void write_boundaries(Range buckets, const Used& used, PartSections& part) const {
    for (std::size_t bucket = buckets.begin; bucket < buckets.end; ++bucket)
      whole_.visit_boundaries(bucket, [&](const BoundaryRecord& boundary) {
        part.boundaries.put_boundary(boundary.position, used.functions.of(boundary.function));
      });
    part.boundaries.finish();
  }

  void write_functions(const Used& used, PartSections& part) const {
    const auto text = [&](std::uint32_t from_one) {
      return from_one == 0 ? 0 : std::uint64_t{used.strings.of(from_one - 1)} + 1;
    };
    for (const std::uint32_t function : used.functions.all()) {
      const FunctionRecord record = whole_.function(function);
      const std::uint64_t call = record.call == 0 ? 0 : std::uint64_t{used.calls.of(record.call - 1)} + 1;
      for (const std::uint64_t number :
           {text(record.owner), text(record.name), std::uint64_t{record.flags}, call})
        put_fixed(part.functions, number, 4);
    }
    for (const std::uint32_t call : used.calls.all()) {
      const CallRecord record = whole_.call(call);
      for (const std::uint32_t number :
           {used.sources.of(record.source), record.line, record.column, used.functions.of(record.caller)})
        put_fixed(part.calls, number, 4);
    }
  }

  // Strings that are not in the part get a number beyond the last: the part knows nothing of them,
  // either.
  void write_sources(const Used& used, PartSections& part) const {
    for (const std::uint32_t source : used.sources.all()) {
      const SourceRecord record = whole_.source(source);
      put_fixed(part.source_numbers, source, 4);
      put_fixed(part.sources, record.name == 0 ? 0 : std::uint64_t{used.strings.of(record.name - 1)} + 1, 4);
      put_fixed(part.sources, record.flags, 4);
    }
  }

  // Parts of sources: each is full when its `weight` is large enough.
  template <class Weight>
  std::vector<Range> plan_sources(const Weight& weight) const {
    std::vector<Range> ranges;
    std::size_t bytes = 0;
    for (std::size_t source = 0; source < whole_.source_count(); ++source) {
      const std::size_t size = weight(source);
      if (ranges.empty() || bytes + size > how_.part_bytes) {
        ranges.push_back({source, source});
        bytes = 0;
      }
      bytes += size;
      ranges.back().end = source + 1;
    }
    return ranges;
  }

  Result<void> cut_sources(const std::vector<Range>& ranges, Buffer& begins, bool with_texts) {
    return make_parts(
        ranges.size(), [&](std::size_t number) { return part_of_sources(ranges[number], with_texts); },
        [&](std::size_t number, const PartSeal& seal) {
          put_fixed(begins, ranges[number].begin, 4);
          put_seal(table_, seal);
        },
        take_, how_);
  }

  Result<void> cut_names() {
    std::string name;
    return cut_sources(plan_sources([&](std::size_t source) {
                         const std::uint32_t number = whole_.source(source).name;
                         if (number != 0) whole_.strings.read(number - 1, name);
                         return number == 0 ? sizeof(SourceRecord) : sizeof(SourceRecord) + name.size();
                       }),
                       first_named_, false);
  }

  Result<void> cut_texts() {
    if (whole_.contents.empty()) return {};
    return cut_sources(plan_sources([&](std::size_t source) { return whole_.content(source).size() + 8; }),
                       first_texts_, true);
  }

  Result<std::vector<std::uint8_t>> part_of_sources(Range sources, bool with_texts) const {
    Used used;
    for (std::size_t source = sources.begin; source < sources.end; ++source) used.sources.add(source);
    if (!with_texts) note_names(used);
    used.settle();
    PartSections part;
    write_sources(used, part);
    for (std::size_t source = sources.begin; with_texts && source < sources.end; ++source) {
      const Bytes content = whole_.content(source);
      put_fixed(part.content_offsets, part.contents.size(), 8);
      part.contents.insert(part.contents.end(), content.begin(), content.end());
    }
    if (with_texts) put_fixed(part.content_offsets, part.contents.size(), 8);
    return sealed(used, part);
  }

  Result<std::vector<std::uint8_t>> sealed(const Used& used, const PartSections& part) const {
    MapDescription description;
    description.strings = static_cast<std::uint32_t>(used.strings.all().size());
    const Buffer meta = description.written();
    const auto strings = used.strings.strings_of(whole_.strings);
    if (!strings) return fail(strings.error());
    const std::pair<std::uint32_t, Bytes> all[] = {{tags::meta, meta},
                                                   {tags::segment_keys, part.segments.keys},
                                                   {tags::segment_offsets, part.segments.offsets},
                                                   {tags::segments, part.segments.entries},
                                                   {tags::boundary_keys, part.boundaries.keys},
                                                   {tags::boundary_offsets, part.boundaries.offsets},
                                                   {tags::boundaries, part.boundaries.entries},
                                                   {tags::functions, part.functions},
                                                   {tags::calls, part.calls},
                                                   {tags::sources, part.sources},
                                                   {tags::source_numbers, part.source_numbers},
                                                   {tags::content_offsets, part.content_offsets},
                                                   {tags::contents, part.contents},
                                                   {tags::strings, strings->groups},
                                                   {tags::string_offsets, strings->offsets}};
    std::vector<SectionContent> sections;
    for (const auto& [tag, bytes] : all)
      if (!bytes.empty()) sections.emplace_back(tag, bytes);
    return seal(Kind::SourceMap, envelope_.id(), envelope_.source_stamp(), sections);
  }

  // Additional segments of Metro's bundles are cut as separate maps; their parts are listed in this
  // table, too.
  Result<Buffer> cut_pieces() {
    Buffer pieces;
    const auto read =
        each_piece(envelope_.section(tags::pieces), [&](std::string_view id, Bytes bytes) -> Result<void> {
          const auto piece = Envelope::open(bytes);
          if (!piece || piece->kind() != Kind::SourceMap || !piece->section(tags::pieces).empty())
            return fail("has a damaged segment");
          const auto manifest = cut_in_parts(*piece, take_, how_);
          if (!manifest) return fail(manifest.error());
          const Bytes table = Envelope::open(*manifest)->section(part_table_tag);
          table_.insert(table_.end(), table.begin(), table.end());
          put_piece(pieces, id, *manifest);
          return {};
        });
    return read ? Result<Buffer>(std::move(pieces)) : fail(read.error());
  }

  // Names of segments are identified by a part's number and a number within the part.
  static constexpr std::size_t most_parts = 50'000;

  const Envelope& envelope_;
  MapDescription description_;
  MapTables whole_;
  const TakePart& take_;
  const Cutting& how_;
  std::vector<Range> positions_;  // as buckets of segments
  Buffer table_, first_positions_, first_named_, first_texts_;
};

}  // namespace

Result<std::vector<std::uint8_t>> cut_in_parts(const Envelope& whole, const TakePart& take,
                                               const Cutting& how) {
  MapDescription description;
  if (!description.read(whole.section(tags::meta))) return fail("has a damaged description");
  return SourceMapCutter(whole, std::move(description), take, how).cut();
}

}  // namespace symkit::index::source_map

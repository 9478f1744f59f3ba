#include "answers/sourcemap/indexed_map.h"

#include <algorithm>
#include <zstd.h>

#include "answers/sourcemap/range_mappings.h"
#include "ground/base/cursor.h"
#include "ground/io/unpack_budget.h"
#include "keep/index/encoding.h"
#include "keep/index/source_map_pieces.h"
#include "keep/index/source_map_segments.h"

namespace symkit::sourcemap {

using namespace index::source_map;

Result<std::unique_ptr<IndexedMap>> IndexedMap::open(io::SharedBlob blob, std::string path) {
  const Bytes all = blob->bytes();
  return open(all, std::move(blob), std::move(path));
}

Result<std::unique_ptr<IndexedMap>> IndexedMap::open(Bytes file, io::SharedBlob blob, std::string path) {
  auto envelope = index::Envelope::open(file);
  if (!envelope) return fail(envelope.error());
  if (envelope->kind() != index::Kind::SourceMap)
    return fail("is an index of another kind than a source map's");
  auto map = std::make_unique<IndexedMap>();
  map->blob_ = std::move(blob);
  map->file_ = file;
  map->path_ = std::move(path);
  map->envelope_ = *envelope;
  const auto section = [&](std::uint32_t tag) { return envelope->section(tag); };
  map->segments_ = {section(tags::segment_keys), section(tags::segment_offsets), section(tags::segments)};
  map->boundaries_ = {section(tags::boundary_keys), section(tags::boundary_offsets),
                      section(tags::boundaries)};
  map->functions_ = section(tags::functions);
  map->calls_ = section(tags::calls);
  map->sources_ = section(tags::sources);
  map->content_offsets_ = section(tags::content_offsets);
  map->contents_ = section(tags::contents);
  map->module_lines_ = section(tags::module_lines);
  if (auto read = map->read_meta(); !read) return fail(read.error());
  if (auto read = map->read_pieces(); !read) return fail(read.error());
  return map;
}

std::unique_ptr<Map> IndexedMap::twin() const {
  auto other = open(file_, blob_, path_);
  return other ? std::move(*other) : nullptr;
}

Result<void> IndexedMap::read_meta() {
  MapDescription about;
  if (!about.read(envelope_.section(tags::meta))) return fail("has a damaged description");
  generated_names_ = std::move(about.generated_names);
  debug_id_ = std::move(about.debug_id);
  sections_ = std::move(about.sections);
  if (!generated_names_.empty()) generated_name_ = generated_names_.front();
  strings_ = {envelope_.section(tags::strings), envelope_.section(tags::string_offsets), about.strings};
  return {};
}

Result<void> IndexedMap::read_pieces() {
  return each_piece(envelope_.section(tags::pieces), [&](std::string_view id, Bytes bytes) -> Result<void> {
    // Pieces are never nested, and their depth would have no limit.
    auto piece_envelope = index::Envelope::open(bytes);
    if (!piece_envelope || !piece_envelope->section(tags::pieces).empty())
      return fail("has a damaged segment");
    auto piece = open(bytes, blob_, path_);
    if (!piece) return fail(piece.error().within("segment " + std::string(id)));
    pieces_[std::string(id)] = std::move(*piece);
    return {};
  });
}

// Returns false if `visit` does, or if the bucket is damaged.
template <class Visit>
bool IndexedMap::visit_bucket(std::size_t number, Visit visit) const {
  const Position begin = segments_.key(number);
  const std::size_t sources = source_count();
  return visit_segments(segments_.bucket(number), {begin.line, begin.column}, [&](const Segment& segment) {
    return (segment.source == none || segment.source < sources) && visit(segment);
  });
}

std::optional<Segment> IndexedMap::find(Position position) const {
  Segment found;
  const std::uint64_t wanted = packed(position);
  bool have_one = false, have_exact = false;
  auto bucket = spot_of(position).segments;
  if (!bucket) return std::nullopt;
  // Segments of the same position may begin in earlier buckets.
  while (*bucket > 0 && segments_.key(*bucket) == position) --*bucket;
  for (; *bucket < segments_.count() && segments_.key(*bucket) <= position; ++*bucket) {
    const bool goes_on = visit_bucket(*bucket, [&](const Segment& segment) {
      const std::uint64_t here = packed(segment.generated);
      if (wanted < here) return false;
      if (have_exact || (segment.generated.line != position.line && !segment.is_range)) {
        // A range from an earlier line applies up to any mapping.
        have_one = have_exact;
        return true;
      }
      found = segment;
      have_one = true;
      have_exact = here == wanted && segment.has_original();
      return true;
    });
    if (!goes_on) break;
  }
  if (!have_one) return std::nullopt;
  return found.is_range ? moved_along(found, position) : found;
}

void IndexedMap::visit_line(std::uint32_t line, const std::function<bool(const Segment&)>& visit) const {
  if (const auto held = find({line, 0}); held && !visit(*held)) return;
  auto bucket = segments_.find({line, 0});
  std::size_t number = bucket.value_or(0);
  while (number > 0 && segments_.key(number) == Position{line, 0}) --number;
  for (; number < segments_.count() && segments_.key(number).line <= line; ++number) {
    const bool goes_on = visit_bucket(number, [&](const Segment& segment) {
      if (segment.generated.line > line) return false;
      return segment.generated.line < line || visit(segment);
    });
    if (!goes_on) return;
  }
}

SourceRecord IndexedMap::source_record(std::uint32_t number) const {
  return index::record_at<SourceRecord>(sources_, number);
}

std::string IndexedMap::text(std::uint32_t number_from_one) const {
  std::string out;
  if (number_from_one != 0) strings_.read(number_from_one - 1, out);
  return out;
}

std::string IndexedMap::source_name(std::uint32_t source) const { return text(source_record(source).name); }

bool IndexedMap::is_ignored(std::uint32_t source) const {
  return (source_record(source).flags & source_is_ignored) != 0;
}

std::string IndexedMap::name(std::uint32_t number) const {
  std::string out;
  strings_.read(number, out);
  return out;
}

std::optional<std::string> IndexedMap::content(std::uint32_t source) const {
  if ((source_record(source).flags & source_has_content) == 0) return std::nullopt;
  const std::uint64_t begin = index::fixed_at(content_offsets_, source, 8);
  const std::uint64_t end = index::fixed_at(content_offsets_, source + std::size_t{1}, 8);
  const Bytes packed = begin > end ? Bytes() : slice(contents_, begin, end - begin);
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) return std::nullopt;
  io::UnpackBudget budget;
  budget.stored(packed.size());
  if (!budget.take(size)) return std::nullopt;
  std::string content(static_cast<std::size_t>(size), '\0');
  const std::size_t done = ZSTD_decompress(content.data(), content.size(), packed.data(), packed.size());
  if (ZSTD_isError(done) != 0 || done != content.size()) return std::nullopt;
  return content;
}

FunctionRecord IndexedMap::function_record(std::uint32_t number) const {
  return index::record_at<FunctionRecord>(functions_, number);
}

const FunctionName& IndexedMap::function(std::uint32_t number) const {
  static const FunctionName unknown;
  const std::size_t count = functions_.size() / sizeof(FunctionRecord);
  if (number >= count) return unknown;
  constexpr std::size_t in_block = std::tuple_size_v<FunctionBlock>;
  if (known_functions_.empty()) known_functions_.resize(count / in_block + 1);
  auto& block = known_functions_[number / in_block];
  if (!block) block = std::make_unique<FunctionBlock>();
  auto& known = (*block)[number % in_block];
  if (!known) known = read_function(number);
  return *known;
}

FunctionName IndexedMap::read_function(std::uint32_t number) const {
  const FunctionRecord record = function_record(number);
  FunctionName function;
  function.owner = text(record.owner);
  function.name = text(record.name);
  const std::uint32_t origin = record.flags & 0xff;
  function.origin = origin <= static_cast<std::uint32_t>(NameOrigin::Caller) ? static_cast<NameOrigin>(origin)
                                                                             : NameOrigin::None;
  function.is_function = (record.flags & is_function_flag) != 0;
  function.is_static = (record.flags & is_static_flag) != 0;
  function.is_constructor = (record.flags & is_constructor_flag) != 0;
  function.is_member = (record.flags & is_member_flag) != 0;
  function.is_computed = (record.flags & is_computed_flag) != 0;
  function.is_implied = (record.flags & is_implied_flag) != 0;
  function.has_no_generated_name = (record.flags & has_no_generated_name_flag) != 0;
  function.has_other_generated_name = (record.flags & has_other_generated_name_flag) != 0;
  function.is_hidden = (record.flags & is_hidden_flag) != 0;
  function.is_lost = (record.flags & is_lost_flag) != 0;
  const std::size_t at = function.name.find(held_as);
  if (at != std::string::npos && function.name.ends_with(']')) {
    function.property =
        function.name.substr(at + held_as.size(), function.name.size() - at - held_as.size() - 1);
    function.name.resize(at);
  }
  return function;
}

const IndexedMap::Spot& IndexedMap::spot_of(Position position) const {
  if (last_ != nullptr && last_->position == position) return *last_;
  for (std::size_t i = next_expected_; i < expected_.size(); ++i) {
    if (expected_[i].position != position) continue;
    next_expected_ = i + 1;
    return *(last_ = &expected_[i]);
  }
  // The second search runs while the memory for the first is loaded.
  last_spot_ = {position, segments_.find(position), std::nullopt};
  if (last_spot_.segments) segments_.prefetch(*last_spot_.segments);
  last_spot_.boundaries = boundaries_.find(position);
  if (last_spot_.boundaries) boundaries_.prefetch(*last_spot_.boundaries);
  return *(last_ = &last_spot_);
}

// Each step prefetches the memory of the next one, for all positions, so that the waits overlap.
void IndexedMap::expect_in_order(std::span<const Position> positions) const {
  struct Steps {
    Buckets::Few segments, boundaries;
  };
  std::vector<Steps> steps;
  steps.reserve(positions.size());
  for (const Buckets* table : {&segments_, &boundaries_}) table->expect(positions.size());
  for (const Position position : positions) {
    steps.push_back({segments_.few_with(position), boundaries_.few_with(position)});
    segments_.prefetch_keys(steps.back().segments);
    boundaries_.prefetch_keys(steps.back().boundaries);
  }
  last_ = nullptr;
  next_expected_ = 0;
  expected_.clear();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Spot place = {positions[i], segments_.find(positions[i], steps[i].segments),
                        boundaries_.find(positions[i], steps[i].boundaries)};
    if (place.segments) segments_.prefetch_offset(*place.segments);
    if (place.boundaries) boundaries_.prefetch_offset(*place.boundaries);
    expected_.push_back(place);
  }
  for (const Spot& place : expected_) {
    if (place.segments) segments_.prefetch(*place.segments);
    if (place.boundaries) boundaries_.prefetch(*place.boundaries);
  }
  for (Spot& place : expected_) place.function = function_number(place);
  for (const Spot& place : expected_) prefetch_function(*place.function);
}

// The last function that begins at or before the position; none: there is none.
std::uint32_t IndexedMap::function_number(const Spot& place) const {
  if (place.function) return *place.function;
  if (!place.boundaries) return none;
  Cursor at(boundaries_.bucket(*place.boundaries), Endian::Little);
  Position here = boundaries_.key(*place.boundaries);
  // Only the number of the last boundary passed is read.
  std::optional<Cursor> last;
  while (!at.at_end()) {
    const std::uint64_t lines = at.uleb();
    if (lines != 0) here.column = 0;
    here.line += static_cast<std::uint32_t>(lines);
    here.column += static_cast<std::uint32_t>(at.uleb());
    const Cursor number = at;
    at.skip_leb();
    if (at.failed() || packed(place.position) < packed(here)) break;
    last = number;
  }
  return last ? static_cast<std::uint32_t>(last->uleb()) : none;
}

void IndexedMap::prefetch_function(std::uint32_t number) const {
  constexpr std::size_t in_block = std::tuple_size_v<FunctionBlock>;
  const std::size_t block = number / in_block;
  if (block >= known_functions_.size() || known_functions_[block] == nullptr) return;
  const auto* const known = &(*known_functions_[block])[number % in_block];
  const auto* const from = reinterpret_cast<const char*>(known);
  for (std::size_t i = 0; i < sizeof *known; i += 64) __builtin_prefetch(from + i);
}

FunctionName IndexedMap::function_at(Position position, const Segment& /*segment*/,
                                     std::vector<InlinedCall>& calls) const {
  std::uint32_t number = function_number(spot_of(position));
  if (number == none) return {};
  FunctionName innermost = function(number);
  for (std::uint32_t call = function_record(number).call; call != 0;) {
    const auto record = index::record_at<CallRecord>(calls_, call - 1);
    if (record.caller >= number || record.source >= source_count()) break;
    number = record.caller;
    calls.push_back({function(number), record.source, {record.line, record.column}});
    call = function_record(number).call;
  }
  return innermost;
}

std::optional<std::uint32_t> IndexedMap::module_line(std::uint64_t module) const {
  if (module >= module_lines_.size() / 4) return std::nullopt;
  const auto line = static_cast<std::uint32_t>(index::fixed_at(module_lines_, module, 4));
  if (line == none) return std::nullopt;
  return line;
}

const Map* IndexedMap::segment(std::string_view id) const {
  const auto found = pieces_.find(id);
  return found == pieces_.end() ? nullptr : found->second.get();
}

}  // namespace symkit::sourcemap

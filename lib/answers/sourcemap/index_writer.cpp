#include "answers/sourcemap/index_writer.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <zstd.h>

#include "ground/base/words.h"
#include "keep/index/encoding.h"
#include "keep/index/envelope.h"
#include "keep/index/source_map_description.h"
#include "keep/index/source_map_format.h"
#include "keep/index/source_map_pieces.h"
#include "keep/index/source_map_segments.h"
#include "keep/index/strings.h"

namespace symkit::sourcemap {

using namespace index::source_map;

namespace {

using index::Buffer;

// Collects every string once; numbers follow the order of the strings, so they are assigned at the end.
class StringNumbers {
 public:
  void add(std::string text) {
    if (!text.empty()) texts_.push_back(std::move(text));
  }

  void settle() {
    std::ranges::sort(texts_);
    const auto [first, last] = std::ranges::unique(texts_);
    texts_.erase(first, last);
    for (std::uint32_t i = 0; i < texts_.size(); ++i) numbers_[texts_[i]] = i;
  }

  // Counted from 1; 0 for an empty string.
  std::uint32_t from_one(const std::string& text) const {
    const auto found = numbers_.find(text);
    return found == numbers_.end() ? 0 : found->second + 1;
  }
  std::size_t count() const { return texts_.size(); }
  index::EncodedStrings encode() const {
    const std::vector<std::string_view> sorted(texts_.begin(), texts_.end());
    return index::encode_strings(sorted, {}, 1);
  }

 private:
  std::vector<std::string> texts_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

std::string written_name(const FunctionName& function) {
  return function.property.empty() ? function.name : say(function.name, held_as, function.property, ']');
}

class IndexWriter {
 public:
  IndexWriter(const ParsedMap& map, const IndexDescription& description)
      : map_(map), description_(description) {}

  Result<std::vector<std::uint8_t>> write();

 private:
  void gather_functions();
  void add_boundary(Position position, const Segment& segment);
  std::uint32_t function_number(Position position, const Segment& segment);
  std::uint32_t add_function(const FunctionName& function, std::uint32_t call);
  void gather_strings();
  void write_segments();
  void write_functions();
  void write_sources();
  Result<void> write_pieces();
  Result<std::vector<std::uint8_t>> seal();

  struct Boundary {
    Position position;
    std::uint32_t function = 0;
  };
  struct Function {
    FunctionName name;
    std::uint32_t call = 0;
  };

  const ParsedMap& map_;
  const IndexDescription& description_;
  StringNumbers strings_;
  std::vector<Function> functions_;
  std::vector<CallRecord> calls_;
  std::unordered_map<std::uint64_t, std::uint32_t> call_numbers_;  // by the inlined stretch
  std::vector<Boundary> boundaries_;
  std::map<ParsedMap::FunctionKey, std::uint32_t> numbers_;
  ParsedMap::FunctionKey last_key_;
  std::uint32_t last_number_ = none;
  BucketWriter segment_buckets_;
  BucketWriter boundary_buckets_;
  Buffer function_table_, call_table_, sources_, content_offsets_, contents_, module_lines_, pieces_;
};

std::uint32_t IndexWriter::add_function(const FunctionName& function, std::uint32_t call) {
  functions_.push_back({function, call});
  strings_.add(written_name(function));
  strings_.add(function.owner);
  return static_cast<std::uint32_t>(functions_.size() - 1);
}

// Callers are numbered before functions inlined into them, so that a reader's chain ends.
std::uint32_t IndexWriter::function_number(Position position, const Segment& segment) {
  const auto key = map_.function_key(position, segment);
  if (last_number_ != none && key == last_key_) return last_number_;
  last_key_ = key;
  const auto [at, is_new] = numbers_.try_emplace(key);
  if (is_new) {
    std::vector<InlinedCall> calls;
    const FunctionName innermost = map_.function_at(position, segment, calls);
    std::uint32_t call = 0;
    for (std::size_t i = calls.size(); i-- > 0;) {
      const auto [known, is_first] = call_numbers_.try_emplace(calls[i].id);
      if (is_first) {
        const std::uint32_t caller = add_function(calls[i].caller, call);
        calls_.push_back({calls[i].source, calls[i].call.line, calls[i].call.column, caller});
        known->second = static_cast<std::uint32_t>(calls_.size());
      }
      call = known->second;
    }
    at->second = add_function(innermost, call);
  }
  return last_number_ = at->second;
}

void IndexWriter::add_boundary(Position position, const Segment& segment) {
  const std::uint32_t number = function_number(position, segment);
  if (!boundaries_.empty() && boundaries_.back().function == number) return;
  if (!boundaries_.empty() && boundaries_.back().position == position) boundaries_.pop_back();
  boundaries_.push_back({position, number});
}

// The function can change where a segment begins, and where a function of the script begins or ends.
void IndexWriter::gather_functions() {
  const std::vector<Position> points = map_.function_boundaries();
  auto next = points.begin();
  Segment before;
  const auto up_to = [&](Position limit) {
    for (; next != points.end() && *next < limit; ++next)
      if (before.has_original()) add_boundary(*next, before.is_range ? moved_along(before, *next) : before);
  };
  map_.source_map().visit([&](const Segment& segment) {
    up_to(segment.generated);
    before = segment;
    add_boundary(segment.generated, segment);
  });
  up_to({none, none});
}

void IndexWriter::gather_strings() {
  const SourceMap& map = map_.source_map();
  for (const json::RawString& name : map.names()) strings_.add(name.text());
  for (const Source& source : map.sources()) strings_.add(source.name);
  strings_.settle();
}

void IndexWriter::write_segments() {
  std::vector<std::uint32_t> names;
  for (const json::RawString& name : map_.source_map().names())
    names.push_back(strings_.from_one(name.text()));
  SegmentWriter writer;
  map_.source_map().visit([&](const Segment& segment) {
    const bool has_text_name = segment.name != none && names[segment.name] != 0;
    writer.put(segment_buckets_, segment, has_text_name ? names[segment.name] - 1 : none);
  });
  segment_buckets_.finish();
}

void IndexWriter::write_functions() {
  for (const Boundary& boundary : boundaries_)
    boundary_buckets_.put_boundary(boundary.position, boundary.function);
  boundary_buckets_.finish();
  for (const Function& function : functions_) {
    std::uint32_t flags = static_cast<std::uint32_t>(function.name.origin);
    if (function.name.is_function) flags |= is_function_flag;
    if (function.name.is_static) flags |= is_static_flag;
    if (function.name.is_constructor) flags |= is_constructor_flag;
    if (function.name.is_member) flags |= is_member_flag;
    if (function.name.is_computed) flags |= is_computed_flag;
    if (function.name.is_implied) flags |= is_implied_flag;
    if (function.name.has_no_generated_name) flags |= has_no_generated_name_flag;
    if (function.name.has_other_generated_name) flags |= has_other_generated_name_flag;
    if (function.name.is_hidden) flags |= is_hidden_flag;
    if (function.name.is_lost) flags |= is_lost_flag;
    for (const std::uint32_t number : {strings_.from_one(function.name.owner),
                                       strings_.from_one(written_name(function.name)), flags, function.call})
      index::put_fixed(function_table_, number, 4);
  }
  for (const CallRecord& call : calls_)
    for (const std::uint32_t number : {call.source, call.line, call.column, call.caller})
      index::put_fixed(call_table_, number, 4);
}

void IndexWriter::write_sources() {
  const SourceMap& map = map_.source_map();
  std::vector<char> packed;
  for (const Source& source : map.sources()) {
    const bool with_content = source.has_content && description_.with_contents;
    index::put_fixed(sources_, source.has_name ? strings_.from_one(source.name) : 0, 4);
    index::put_fixed(sources_,
                     (source.ignored ? source_is_ignored : 0) | (with_content ? source_has_content : 0), 4);
    index::put_fixed(content_offsets_, contents_.size(), 8);
    if (!with_content) continue;
    const std::string text = source.content.text();
    packed.resize(ZSTD_compressBound(text.size()));
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3);
    if (ZSTD_isError(size) == 0)
      contents_.insert(contents_.end(), packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(size));
  }
  index::put_fixed(content_offsets_, contents_.size(), 8);
  for (std::uint64_t module = 0; map.has_modules() && module < map.module_count(); ++module)
    index::put_fixed(module_lines_, map.module_line(module).value_or(none), 4);
}

Result<void> IndexWriter::write_pieces() {
  for (const auto& [id, segment] : map_.source_map().segments()) {
    const ParsedMap piece(segment, {map_.path(), {}, {}});
    if (!segment->segments().empty()) return fail(say(map_.path(), ": overlapping segments"));
    auto bytes = write_index(piece, {description_.id, 0, {}, description_.with_contents});
    if (!bytes) return fail(bytes.error());
    put_piece(pieces_, id, *bytes);
  }
  return {};
}

Result<std::vector<std::uint8_t>> IndexWriter::seal() {
  constexpr std::size_t largest = 0xffffffff;
  if (segment_buckets_.entries.size() > largest || boundary_buckets_.entries.size() > largest)
    return fail(say(map_.path(), ": has more mappings than an index holds"));
  const MapDescription about{.generated_names = description_.generated_names,
                             .debug_id = map_.debug_id(),
                             .strings = static_cast<std::uint32_t>(strings_.count()),
                             .sections = map_.sections()};
  const Buffer meta = about.written();
  const index::EncodedStrings strings = strings_.encode();
  const std::vector<index::SectionContent> sections = {
      {tags::meta, meta},
      {tags::segment_keys, segment_buckets_.keys},
      {tags::segment_offsets, segment_buckets_.offsets},
      {tags::segments, segment_buckets_.entries},
      {tags::boundary_keys, boundary_buckets_.keys},
      {tags::boundary_offsets, boundary_buckets_.offsets},
      {tags::boundaries, boundary_buckets_.entries},
      {tags::functions, function_table_},
      {tags::calls, call_table_},
      {tags::sources, sources_},
      {tags::content_offsets, content_offsets_},
      {tags::contents, contents_},
      {tags::module_lines, module_lines_},
      {tags::pieces, pieces_},
      {tags::strings, strings.groups},
      {tags::string_offsets, strings.offsets},
  };
  return index::seal(index::Kind::SourceMap, description_.id, description_.source_stamp, sections);
}

Result<std::vector<std::uint8_t>> IndexWriter::write() {
  gather_functions();
  gather_strings();
  write_segments();
  write_functions();
  write_sources();
  if (auto written = write_pieces(); !written) return fail(written.error());
  return seal();
}

}  // namespace

Result<std::vector<std::uint8_t>> write_index(const ParsedMap& map, const IndexDescription& description) {
  return IndexWriter(map, description).write();
}

}  // namespace symkit::sourcemap

#include "answers/retrace/mapping_index.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include "answers/retrace/body_encoder.h"
#include "answers/retrace/mapping_scan.h"
#include "answers/retrace/source_name.h"
#include "ground/base/words.h"
#include "keep/index/encoding.h"
#include "keep/index/envelope.h"
#include "keep/index/mapping_format.h"

namespace symkit::retrace {

using namespace index::mapping;
namespace {

constexpr std::string_view damaged = "is damaged: prepare it again with symprep --force";

// The position of a hash in a sorted table; SIZE_MAX if it is missing. Hashes are evenly distributed, so
// the search starts at the expected position and continues in growing steps.
std::size_t place_of(Bytes hashes, std::uint64_t hash) {
  const std::size_t count = hashes.size() / 8;
  if (count == 0) return SIZE_MAX;
  const auto at = [&](std::size_t place) { return index::fixed_at(hashes, place, 8); };
  const auto guess = static_cast<std::size_t>(static_cast<unsigned __int128>(hash) * count >> 64);
  std::size_t first = guess, last = guess;  // all before first is smaller, nothing from last on is
  for (std::size_t step = 16; first > 0 && at(first - 1) >= hash; step *= 2) first -= std::min(step, first);
  for (std::size_t step = 16; last < count && at(last) < hash; step *= 2)
    last += std::min(step, count - last);
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (at(middle) < hash) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first < count && at(first) == hash ? first : SIZE_MAX;
}

// Prefetches as many bytes as most classes take.
void fetch_ahead(Bytes bytes, std::size_t offset) {
  constexpr std::size_t cache_line = 64, ahead = 4 * cache_line;
  for (std::size_t at = offset; at < std::min(bytes.size(), offset + ahead); at += cache_line)
    __builtin_prefetch(bytes.data() + at);
}

std::string_view text_at(Cursor& at) {
  const std::uint64_t size = at.uleb();
  return as_text(at.bytes(size));
}

// Reads a number of items, of which each takes at least `least` bytes.
std::size_t count_at(Cursor& at, std::size_t least) {
  const std::uint64_t count = at.uleb();
  if (count > at.remaining() / least) at.fail();
  return at.failed() ? 0 : static_cast<std::size_t>(count);
}

std::size_t bits_in(Bytes bytes) {
  std::size_t bits = 0;
  for (const std::uint8_t byte : bytes) bits += static_cast<std::size_t>(std::popcount(byte));
  return bits;
}

std::uint32_t number_at(Cursor& at) {
  const std::uint64_t number = at.uleb();
  return number < UINT32_MAX ? static_cast<std::uint32_t>(number) : none;
}

// A line number; one that does not fit becomes the largest line.
std::int32_t line_from(std::int64_t value) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, 0, INT32_MAX));
}

}  // namespace

Result<std::unique_ptr<MappingIndex>> MappingIndex::open(io::SharedBlob blob) {
  std::unique_ptr<MappingIndex> mapping(new MappingIndex);
  mapping->blob_ = std::move(blob);
  if (const auto loaded = mapping->load(); !loaded) return fail(loaded.error());
  return mapping;
}

Result<std::unique_ptr<MappingIndex>> MappingIndex::open(io::SharedBlob blob, const std::string& place,
                                                         const WarningSink& warn) {
  auto mapping = open(std::move(blob));
  if (!mapping) return fail(mapping.error().within(place));
  (*mapping)->path_ = place;
  (*mapping)->header_.tell_newer(place, warn);
  return mapping;
}

std::unique_ptr<Mapping> MappingIndex::twin() const {
  auto other = open(blob_);
  if (!other) return nullptr;
  (*other)->path_ = path_;
  return std::move(*other);
}

Result<void> MappingIndex::load() {
  const auto envelope = index::Envelope::open(blob_->bytes());
  if (!envelope) return fail(envelope.error());
  if (envelope->kind() != index::Kind::Mapping)
    return fail(say("is an index of kind ", index::name_of(envelope->kind()), ", not of a mapping"));
  source_stamp_ = envelope->source_stamp();
  auto header = MappingHeader::read(envelope->section(meta_tag));
  if (!header) return fail(header.error());
  header_ = std::move(*header);
  const MetaRecord& record = header_.counts;
  class_hashes_ = envelope->section(class_hashes_tag);
  class_records_ = envelope->section(class_records_tag);
  file_hashes_ = envelope->section(file_hashes_tag);
  file_names_ = envelope->section(file_names_tag);
  class_files_ = envelope->section(class_files_tag);
  bodies_ = envelope->section(bodies_tag);
  shapes_ = envelope->section(shapes_tag);
  const bool consistent = class_hashes_.size() == std::size_t{record.class_count} * 8 &&
                          class_records_.size() == std::size_t{record.class_count} * sizeof(ClassRecord) &&
                          file_hashes_.size() == std::size_t{record.file_count} * 8 &&
                          file_names_.size() == std::size_t{record.file_count} * 4 && has_sound_class_files();
  if (!consistent) return fail(std::string(damaged));
  strings_ = {envelope->section(string_groups_tag), envelope->section(string_offsets_tag),
              record.string_count};
  source_file_ = no_file;
  group_ = std::make_unique<Group>(strings_, shapes_);
  return {};
}

std::optional<ClassNaming> MappingIndex::find(std::string_view name) {
  const std::size_t place = place_of(class_hashes_, hash_of(name));
  if (place == SIZE_MAX) return std::nullopt;
  const ClassRecord record = index::record_at<ClassRecord>(class_records_, place);
  fetch_ahead(bodies_, record.body);  // needed next; it is loaded while the name is read
  strings_.read(record.original, original_);
  source_file_ = record.file;
  return ClassNaming{static_cast<std::uint32_t>(place), original_};
}

Cursor MappingIndex::body(std::uint32_t class_number) const {
  return {bodies_, Endian::Little, index::record_at<ClassRecord>(class_records_, class_number).body};
}

Result<Bytes> MappingIndex::group_bytes(std::uint32_t class_number, std::string_view name) {
  constexpr std::size_t many = 64;
  if (const auto known = large_classes_.find(class_number); known != large_classes_.end()) {
    const auto found = known->second.find(name);
    return found == known->second.end() ? Bytes() : found->second;
  }
  Cursor at = body(class_number);
  const std::size_t count = count_at(at, 2);
  std::optional<std::unordered_map<std::string_view, Bytes>> all;  // for a large class
  if (count > many) all.emplace();
  for (std::size_t left = count; left > 0 && !at.failed(); --left) {
    const std::string_view here = text_at(at);
    const Bytes bytes = at.bytes(at.uleb());
    if (at.failed()) break;
    if (all) {
      all->try_emplace(here, bytes);
    } else if (here == name) {
      return bytes;
    }
  }
  if (at.failed()) return fail(say(path_, path_.empty() ? "" : ": ", damaged));
  if (!all) return Bytes();
  large_classes_.emplace(class_number, std::move(*all));
  return group_bytes(class_number, name);
}

Result<MethodGroup*> MappingIndex::methods(std::uint32_t class_number, std::string_view name) {
  constexpr std::size_t large = 2048;
  const auto bytes = group_bytes(class_number, name);
  if (!bytes) return fail(bytes.error());
  if (bytes->empty()) return nullptr;
  std::unique_ptr<Group>& group = bytes->size() < large ? group_ : large_groups_[bytes->data()];
  const bool is_known = bytes->size() >= large && group != nullptr;
  if (group == nullptr) group = std::make_unique<Group>(strings_, shapes_);
  if (is_known || group->read(*bytes)) return group.get();
  if (bytes->size() >= large) group = nullptr;
  return nullptr;
}

Result<std::vector<Signature>> MappingIndex::fields(std::uint32_t class_number, std::string_view name) {
  Cursor at = body(class_number);
  for (std::size_t left = count_at(at, 2); left > 0 && !at.failed(); --left) {
    at.skip(at.uleb());
    at.skip(at.uleb());
  }
  field_texts_.clear();
  const auto read = [&](std::uint32_t number) -> std::string_view {
    strings_.read(number, field_texts_.emplace_back());
    return field_texts_.back();
  };
  std::vector<Signature> found;
  for (std::size_t left = count_at(at, 4); left > 0 && !at.failed(); --left) {
    const bool is_it = text_at(at) == name;
    const std::uint32_t shape = number_at(at), holder = number_at(at), field = number_at(at);
    const auto type = static_cast<std::uint32_t>(index::fixed_at(shapes_, std::size_t{shape} * 2, 4));
    if (is_it && !at.failed())
      found.push_back({read(type), holder == 0 ? "" : read(holder - 1), read(field), {}});
  }
  return found;
}

Result<std::vector<ListedClass>> MappingIndex::list_classes() {
  std::vector<ListedClass> all(class_count());
  for (std::uint32_t number = 0; number < class_count(); ++number) {
    all[number].hash = index::fixed_at(class_hashes_, number, 8);
    all[number].number = number;
    strings_.read(index::record_at<ClassRecord>(class_records_, number).original, all[number].original);
  }
  return all;
}

Result<ListedMembers> MappingIndex::list_members(std::uint32_t class_number) {
  ListedMembers members;
  Cursor at = body(class_number);
  for (std::size_t left = count_at(at, 2); left > 0 && !at.failed(); --left) {
    members.methods.emplace_back(text_at(at));
    at.skip(at.uleb());
  }
  std::set<std::string_view> fields;
  for (std::size_t left = count_at(at, 4); left > 0 && !at.failed(); --left) {
    const std::string_view name = text_at(at);
    if (fields.insert(name).second) members.fields.emplace_back(name);
    for (int number = 0; number < 3; ++number) at.uleb();
  }
  if (at.failed()) return fail(say(path_, path_.empty() ? "" : ": ", damaged));
  return members;
}

std::uint32_t MappingIndex::file_of(std::string_view original) const {
  if (original == original_) return source_file_;
  const std::size_t place = place_of(file_hashes_, hash_of(original));
  if (place != SIZE_MAX) return static_cast<std::uint32_t>(index::fixed_at(file_names_, place, 4));
  const auto name = class_files_.empty() ? std::nullopt : strings_.number_of(original);
  if (!name || (class_files_[*name / 8] >> *name % 8 & 1) == 0) return no_file;
  const Bytes bits = class_files_.first((header_.counts.string_count + 7) / 8);
  const auto before = bits_in(bits.first(*name / 8)) +
                      static_cast<std::size_t>(std::popcount(bits[*name / 8] & ((1U << *name % 8) - 1)));
  return static_cast<std::uint32_t>(index::fixed_at(class_files_.subspan(bits.size()), before, 4));
}

// Checks the table: a bit for each string, and a file for each bit that is set.
bool MappingIndex::has_sound_class_files() const {
  if (class_files_.empty()) return true;
  const std::size_t bytes = (std::size_t{header_.counts.string_count} + 7) / 8;
  if (class_files_.size() < bytes) return false;
  return class_files_.size() == bytes + bits_in(class_files_.first(bytes)) * 4;
}

bool MappingIndex::source_file(std::string_view original, std::string& out) {
  const std::uint32_t name = file_of(original);
  if (name == no_file) return false;
  if (name == file_is_kt || name == file_is_java) {
    out = inferred_source_file(original, name == file_is_kt ? "X.kt" : "X.java");
  } else {
    strings_.read(name, out);
  }
  return true;
}

std::string_view MappingIndex::Group::text_of(std::uint32_t number) {
  if (texts_used_ == texts_.size()) texts_.emplace_back();
  std::string& text = texts_[texts_used_++];
  strings_.read(number, text);
  return text;
}

const Signature& MappingIndex::Group::signature(std::uint32_t number, Detail detail) {
  Lazy& lazy = signatures_[number];
  if (!lazy.has_names) {
    lazy.has_names = true;
    lazy.text.name = text_of(lazy.name);
    if (lazy.holder != 0) lazy.text.holder = text_of(lazy.holder - 1);
  }
  if (detail == Detail::Types && !lazy.has_types) {
    lazy.has_types = true;
    const auto part = [&](std::size_t which) {
      return text_of(
          static_cast<std::uint32_t>(index::fixed_at(shapes_, std::size_t{lazy.shape} * 2 + which, 4)));
    };
    lazy.text.return_type = part(0);
    lazy.text.arguments = part(1);
  }
  return lazy.text;
}

bool MappingIndex::Group::read(Bytes bytes) {
  ranges.clear();
  members.clear();
  rewrites.clear();
  callsites.clear();
  lines.reset();
  signatures_.clear();
  texts_used_ = 0;
  Cursor at(bytes, Endian::Little);
  return read_signatures(at) && read_members(at) && read_rules(at) && read_ranges(at);
}

bool MappingIndex::Group::read_signatures(Cursor& at) {
  for (std::size_t left = count_at(at, 3); left > 0; --left) {
    Lazy& lazy = signatures_.emplace_back();
    lazy.shape = number_at(at);
    lazy.holder = number_at(at);
    lazy.name = number_at(at);
  }
  return !at.failed();
}

bool MappingIndex::Group::read_members(Cursor& at) {
  for (std::size_t left = count_at(at, 2); left > 0; --left) {
    Member& member = members.emplace_back();
    member.signature = number_at(at);
    const std::uint64_t flags = at.uleb();
    member.synthesized = (flags & member_synthesized) != 0;
    member.outline = (flags & member_outline) != 0;
    if (member.signature >= signatures_.size()) return false;
  }
  return !at.failed();
}

bool MappingIndex::Group::read_rules(Cursor& at) {
  for (std::size_t left = count_at(at, 2); left > 0; --left) {
    RewriteFrame& rewrite = rewrites.emplace_back();
    rewrite.remove_inner = static_cast<std::int32_t>(std::min<std::uint64_t>(at.uleb(), INT16_MAX));
    for (std::size_t thrown = count_at(at, 1); thrown > 0; --thrown) rewrite.thrown.emplace_back(text_at(at));
  }
  for (std::size_t left = count_at(at, 1); left > 0; --left) {
    CallsitePositions& positions = callsites.emplace_back();
    for (std::size_t count = count_at(at, 2); count > 0; --count) {
      const auto within = static_cast<std::int32_t>(index::unzigzag(at.uleb()));
      positions.emplace_back(within, static_cast<std::int32_t>(index::unzigzag(at.uleb())));
    }
  }
  return !at.failed();
}

bool MappingIndex::Group::read_ranges(Cursor& at) {
  members_by_signature(*this, signatures_.size(), member_of_signature_);
  MappedRange before;
  for (std::size_t left = count_at(at, 1); left > 0; --left) {
    MappedRange& range = ranges.emplace_back();
    if (!read_range(at, before, range)) return false;
    before = range;
  }
  return !at.failed();
}

bool MappingIndex::Group::read_range(Cursor& at, const MappedRange& before, MappedRange& range) {
  const unsigned flags = at.u8();
  const unsigned more = (flags & range_has_more) != 0 ? at.u8() : 0U;
  range.signature = (flags & range_same_signature) != 0 ? before.signature : number_at(at);
  if (range.signature >= signatures_.size()) return false;
  range.member = (more & more_member) != 0 ? number_at(at) - 1 : member_of_signature_[range.signature];
  range.synthesized = (more & more_synthesized) != 0;
  range.outline = (more & more_outline) != 0;
  const auto length = [&] { return static_cast<std::int64_t>(at.uleb() & INT32_MAX); };
  if ((flags & range_same_minified) != 0) {
    range.minified = before.minified;
  } else if ((flags & range_has_minified) != 0) {
    const std::int64_t next = before.minified ? std::int64_t{before.minified->to} + 1 : 1;
    const std::int32_t from = line_from((flags & range_minified_follows) != 0 ? next : length());
    range.minified = LineRange{from, line_from(from + length())};
  }
  if ((flags & range_has_original) != 0) {
    const std::int32_t from = line_from(length());
    const bool single = (flags & range_original_is_single) != 0;
    std::int64_t more_lines = 0;
    if ((flags & range_spans_are_same) != 0 && range.minified) {
      more_lines = range.minified->span() - 1;
    } else if (!single) {
      more_lines = length();
    }
    range.original = LineRange{from, line_from(from + more_lines), single};
  }
  if ((more & more_rules) != 0) {
    range.rewrite = number_at(at) - 1;
    range.callsite = number_at(at) - 1;
  }
  return (range.member == none || range.member < members.size()) &&
         (range.rewrite == none || range.rewrite < rewrites.size()) &&
         (range.callsite == none || range.callsite < callsites.size());
}

}  // namespace symkit::retrace

#include "keep/index/mapping_parts.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "ground/base/cursor.h"
#include "keep/index/encoding.h"
#include "keep/index/mapping_format.h"
#include "keep/index/numbering.h"
#include "keep/index/part_table.h"
#include "keep/index/strings.h"

namespace symkit::index::mapping {
namespace {

constexpr const char* damaged = "is damaged: its classes are inconsistent";

// The tables of a mapping's index.
struct WholeMapping {
  Bytes class_hashes, class_records, file_hashes, file_names, bodies, shapes;
  MetaRecord meta;
  Bytes meta_texts;  // after the record
  StringTable strings;

  std::size_t classes() const { return meta.class_count; }
  std::uint64_t hash(std::size_t place) const { return fixed_at(class_hashes, place, 8); }
  ClassRecord record(std::size_t place) const {
    const auto field = [&](std::size_t number) {
      return static_cast<std::uint32_t>(fixed_at(class_records, place * 3 + number, 4));
    };
    return {field(0), field(1), field(2)};
  }
  // The first entry in the table of files whose hash is not less.
  std::size_t file_from(std::uint64_t wanted) const {
    return *std::ranges::lower_bound(std::views::iota(std::size_t{0}, std::size_t{meta.file_count}), wanted,
                                     {}, [this](std::size_t at) { return fixed_at(file_hashes, at, 8); });
  }

  static Result<WholeMapping> open(const Envelope& whole) {
    WholeMapping all;
    const Bytes meta = whole.section(meta_tag);
    if (meta.size() < sizeof all.meta) return fail(damaged);
    std::memcpy(&all.meta, meta.data(), sizeof all.meta);
    all.meta_texts = meta.subspan(sizeof all.meta);
    all.class_hashes = whole.section(class_hashes_tag);
    all.class_records = whole.section(class_records_tag);
    all.file_hashes = whole.section(file_hashes_tag);
    all.file_names = whole.section(file_names_tag);
    all.bodies = whole.section(bodies_tag);
    all.shapes = whole.section(shapes_tag);
    all.strings = {whole.section(string_groups_tag), whole.section(string_offsets_tag),
                   all.meta.string_count};
    const std::size_t classes = all.meta.class_count, files = all.meta.file_count;
    const bool fits = all.class_hashes.size() == classes * 8 &&
                      all.class_records.size() == classes * sizeof(ClassRecord) &&
                      all.file_hashes.size() == files * 8 && all.file_names.size() == files * 4;
    return fits ? Result<WholeMapping>(all) : fail(damaged);
  }
};

// Numbers of strings and shapes: unchanged, or those that a part uses.
struct PartNumbers {
  Numbering strings;
  Numbering shapes;
};

// Source files of classes: by name for classes whose names are in the part, by hash for others.
struct PartFiles {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_name;  // ascending by string
  std::map<std::uint64_t, std::uint32_t> by_hash;
};

// Reads a body and passes on each signature: only signatures contain numbers; the rest is copied
// unchanged.
class BodyCopier {
 public:
  explicit BodyCopier(Cursor at) : at_(at) {}

  // `signature` receives shape, holder (from 1) and name, and may change them.
  template <class Signature>
  bool copy(Buffer& out, const Signature& signature) {
    for (std::uint64_t left = count(out, 2); left > 0 && !at_.failed(); --left) copy_group(out, signature);
    for (std::uint64_t left = count(out, 4); left > 0 && !at_.failed(); --left) {
      copy_text(out);
      copy_signature(at_, out, signature);
    }
    return !at_.failed();
  }

 private:
  std::uint64_t count(Buffer& out, std::size_t least) {
    const std::uint64_t count = at_.uleb();
    if (count > at_.remaining() / least) at_.fail();
    put_varint(out, count);
    return at_.failed() ? 0 : count;
  }

  void copy_text(Buffer& out) { put_text(out, as_text(at_.bytes(at_.uleb()))); }

  template <class Signature>
  void copy_group(Buffer& out, const Signature& signature) {
    copy_text(out);
    Cursor group(at_.bytes(at_.uleb()), Endian::Little);
    Buffer changed;
    const std::uint64_t signatures = group.uleb();
    put_varint(changed, signatures);
    for (std::uint64_t left = signatures; left > 0 && !group.failed(); --left)
      copy_signature(group, changed, signature);
    if (group.failed()) return at_.fail();
    const Bytes rest = group.rest();
    put_varint(out, changed.size() + rest.size());
    out.insert(out.end(), changed.begin(), changed.end());
    out.insert(out.end(), rest.begin(), rest.end());
  }

  template <class Signature>
  static void copy_signature(Cursor& at, Buffer& out, const Signature& signature) {
    std::uint64_t numbers[] = {at.uleb(), at.uleb(), at.uleb()};
    if (!at.failed()) signature(numbers[0], numbers[1], numbers[2]);
    for (const std::uint64_t number : numbers) put_varint(out, number);
  }

  Cursor at_;
};

class MappingCutter {
 public:
  MappingCutter(const Envelope& envelope, const WholeMapping& whole, const Cutting& how)
      : envelope_(envelope), whole_(whole), how_(how) {}

  Result<std::vector<std::uint8_t>> cut(const TakePart& take) {
    if (const auto planned = plan(); !planned) return fail(planned.error());
    Buffer table, first_hashes;
    const auto cut = make_parts(
        begins_.size(), [&](std::size_t number) { return part(number); },
        [&](std::size_t number, const PartSeal& seal) {
          put_fixed(first_hashes, first_hash(number), 8);
          put_seal(table, seal);
        },
        take, how_);
    if (!cut) return fail(cut.error());
    return seal_manifest(envelope_, table,
                         {{meta_tag, envelope_.section(meta_tag)}, {first_hashes_tag, Bytes(first_hashes)}});
  }

 private:
  struct Range {
    std::size_t begin, end;
  };

  // Bodies are in a different order from hashes; each ends where the next begins.
  Result<void> plan() {
    std::vector<std::uint32_t> offsets;
    offsets.reserve(whole_.classes() + 1);
    for (std::size_t place = 0; place < whole_.classes(); ++place)
      offsets.push_back(whole_.record(place).body);
    std::ranges::sort(offsets);
    if (std::ranges::adjacent_find(offsets) != offsets.end()) return fail(damaged);
    offsets.push_back(static_cast<std::uint32_t>(whole_.bodies.size()));
    // Each part repeats the names of classes that its own classes refer to; larger parts repeat less.
    // Compressed, a part with many names takes a little less than the 32 kB that engines have room for.
    const std::size_t most = std::max(how_.part_bytes * 7 / 4, whole_.bodies.size() / most_parts);
    std::size_t bytes = 0;
    for (std::size_t place = 0; place < whole_.classes(); ++place) {
      const std::uint32_t begin = whole_.record(place).body;
      const std::uint32_t end = *std::ranges::upper_bound(offsets.begin(), offsets.end() - 1, begin);
      if (begin >= end || end > whole_.bodies.size()) return fail(damaged);
      body_ends_.push_back(end);
      const bool is_first_of_hash = place == 0 || whole_.hash(place) != whole_.hash(place - 1);
      if (begins_.empty() || (bytes + end - begin > most && is_first_of_hash)) {
        begins_.push_back(place);
        bytes = 0;
      }
      bytes += end - begin;
    }
    return {};
  }

  Cursor body(std::size_t place) const {
    const std::uint32_t begin = whole_.record(place).body;
    return {slice(whole_.bodies, begin, body_ends_[place] - begin), Endian::Little};
  }

  Range range(std::size_t number) const {
    return {begins_[number], number + 1 < begins_.size() ? begins_[number + 1] : whole_.classes()};
  }
  // The first part also covers everything before its first class.
  std::uint64_t first_hash(std::size_t number) const {
    return number == 0 ? 0 : whole_.hash(begins_[number]);
  }

  Result<std::vector<std::uint8_t>> part(std::size_t number) const {
    const Range classes = range(number);
    PartNumbers used;
    PartFiles files;
    if (!note_classes(number, classes, used, files)) return fail(damaged);
    for (const auto& [name, file] : files.by_name)
      if (file < no_file) used.strings.add(file);
    for (const auto& [hash, file] : files.by_hash)
      if (file < no_file) used.strings.add(file);
    used.shapes.settle();
    for (const std::uint32_t shape : used.shapes.all())
      for (const std::size_t which : {0U, 1U}) used.strings.add(shape_string(shape, which));
    used.strings.settle();
    return written(classes, used, files);
  }

  std::uint32_t shape_string(std::uint32_t shape, std::size_t which) const {
    return static_cast<std::uint32_t>(fixed_at(whole_.shapes, std::size_t{shape} * 2 + which, 4));
  }

  // What the classes use, and the source files of all classes that they refer to.
  bool note_classes(std::size_t number, Range classes, PartNumbers& used, PartFiles& files) const {
    Buffer not_wanted;
    Numbering holders;
    for (std::size_t place = classes.begin; place < classes.end; ++place) {
      const ClassRecord record = whole_.record(place);
      used.strings.add(record.original);
      holders.add(record.original);
      if (record.file < no_file) used.strings.add(record.file);
      not_wanted.clear();
      const bool is_whole =
          BodyCopier(body(place))
              .copy(not_wanted, [&](std::uint64_t shape, std::uint64_t holder, std::uint64_t name) {
                used.shapes.add(shape);
                used.strings.add(name);
                if (holder == 0) return;
                used.strings.add(holder - 1);
                holders.add(holder - 1);
              });
      if (!is_whole) return false;
    }
    holders.settle();
    note_files_of_range(number, files);
    std::string name;
    for (const std::uint32_t holder : holders.all()) {
      whole_.strings.read(holder, name);
      const std::uint64_t hash = checksum_of(as_bytes(name));
      const std::size_t at = whole_.file_from(hash);
      if (at >= whole_.meta.file_count || fixed_at(whole_.file_hashes, at, 8) != hash) continue;
      files.by_name.emplace_back(holder, static_cast<std::uint32_t>(fixed_at(whole_.file_names, at, 4)));
      files.by_hash.erase(hash);
    }
    return true;
  }

  // A name that is no class of the program may be an original name: lookups of it lead to this part, too.
  void note_files_of_range(std::size_t number, PartFiles& files) const {
    const bool is_last = number + 1 == begins_.size();
    const std::size_t end = is_last ? whole_.meta.file_count : whole_.file_from(first_hash(number + 1));
    for (std::size_t at = whole_.file_from(first_hash(number)); at < end; ++at)
      files.by_hash.emplace(fixed_at(whole_.file_hashes, at, 8),
                            static_cast<std::uint32_t>(fixed_at(whole_.file_names, at, 4)));
  }

  Result<std::vector<std::uint8_t>> written(Range classes, const PartNumbers& numbers,
                                            const PartFiles& files) const {
    const auto file_number = [&](std::uint32_t file) {
      return file < no_file ? numbers.strings.of(file) : file;
    };
    Buffer hashes, records, bodies, file_hashes, file_names, shapes, meta;
    for (std::size_t place = classes.begin; place < classes.end; ++place) {
      const ClassRecord record = whole_.record(place);
      put_fixed(hashes, whole_.hash(place), 8);
      put_record(records, ClassRecord{numbers.strings.of(record.original),
                                      static_cast<std::uint32_t>(bodies.size()), file_number(record.file)});
      const bool is_whole =
          BodyCopier(body(place))
              .copy(bodies, [&](std::uint64_t& shape, std::uint64_t& holder, std::uint64_t& name) {
                shape = numbers.shapes.of(shape);
                holder = holder == 0 ? 0 : std::uint64_t{numbers.strings.of(holder - 1)} + 1;
                name = numbers.strings.of(name);
              });
      if (!is_whole) return fail(damaged);
    }
    for (const auto& [hash, file] : files.by_hash) {
      put_fixed(file_hashes, hash, 8);
      put_fixed(file_names, file_number(file), 4);
    }
    Buffer class_files(files.by_name.empty() ? 0 : (numbers.strings.all().size() + 7) / 8);
    for (const auto& [name, file] : files.by_name) {
      const std::uint32_t string = numbers.strings.of(name);
      class_files[string / 8] |= static_cast<std::uint8_t>(1U << string % 8);
      put_fixed(class_files, file_number(file), 4);
    }
    for (const std::uint32_t shape : numbers.shapes.all())
      for (const std::size_t which : {0U, 1U})
        put_fixed(shapes, numbers.strings.of(shape_string(shape, which)), 4);
    put_record(meta, MetaRecord{static_cast<std::uint32_t>(classes.end - classes.begin),
                                static_cast<std::uint32_t>(files.by_hash.size()),
                                static_cast<std::uint32_t>(numbers.strings.all().size()), whole_.meta.flags});
    meta.insert(meta.end(), whole_.meta_texts.begin(), whole_.meta_texts.end());
    const auto strings = numbers.strings.strings_of(whole_.strings);
    if (!strings) return fail(strings.error());
    const SectionContent sections[] = {
        {meta_tag, meta},
        {class_hashes_tag, hashes},
        {class_records_tag, records},
        {file_hashes_tag, file_hashes},
        {file_names_tag, file_names},
        {class_files_tag, class_files},
        {bodies_tag, bodies},
        {shapes_tag, shapes},
        {string_groups_tag, strings->groups},
        {string_offsets_tag, strings->offsets},
    };
    return seal(Kind::Mapping, envelope_.id(), envelope_.source_stamp(), sections);
  }

  // A class is identified by a part's number and a number within the part.
  static constexpr std::size_t most_parts = 50'000;

  const Envelope& envelope_;
  WholeMapping whole_;
  const Cutting& how_;
  std::vector<std::uint32_t> body_ends_;  // by the position of the class
  std::vector<std::size_t> begins_;       // of the parts, as positions in the table of classes
};

}  // namespace

Result<std::vector<std::uint8_t>> cut_in_parts(const Envelope& whole, const TakePart& take,
                                               const Cutting& how) {
  auto tables = WholeMapping::open(whole);
  if (!tables) return fail(tables.error());
  return MappingCutter(whole, *tables, how).cut(take);
}

}  // namespace symkit::index::mapping

#include "answers/retrace/mapping_writer.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <tuple>

#include "answers/retrace/body_encoder.h"
#include "answers/retrace/source_name.h"
#include "ground/base/words.h"
#include "ground/io/memory_bound.h"
#include "ground/io/workers.h"
#include "keep/index/encoding.h"
#include "keep/index/flat_map.h"
#include "keep/index/kept_texts.h"
#include "keep/index/mapping_format.h"
#include "keep/index/strings.h"

namespace symkit::retrace {

using namespace index::mapping;
namespace {

using index::Buffer;

// Raised when the written index of the same mapping changes: existing indexes are then made again.
constexpr std::uint64_t writer_version = 1;
constexpr std::size_t classes_in_chunk = 256;

// 0 cannot be a key of a FlatMap.
std::uint64_t key_of(std::string_view text) { return hash_of(text) | 1; }

struct FileOfClass {
  std::uint64_t hash = 0;
  std::uint32_t rank = 0;      // if a class has several entries, the last one counts
  std::uint32_t inferred = 0;  // how it is inferred from the class's name; 0: it is not inferred
  std::string_view name;       // if it is not inferred
};

// A type with arguments, and how many signatures have it.
struct Shape {
  std::string_view return_type;
  std::string_view arguments;
  std::uint64_t key = 0;
  std::uint32_t uses = 0;
};

std::uint64_t key_of_shape(const Signature& signature) {
  return (hash_of(signature.return_type) * 0x9e3779b97f4a7c15 + hash_of(signature.arguments)) | 1;
}

// The results of one worker. Strings are sorted again and again, so they are copied from the mapping's
// text, whose pages may then leave memory.
struct Gathered {
  index::FlatMap seen;
  index::FlatMap seen_shapes;
  std::vector<Shape> shapes;
  std::vector<std::string_view> strings;
  index::KeptTexts texts;
  std::vector<FileOfClass> files;

  void take(std::string_view text) {
    std::uint32_t& known = seen[key_of(text)];
    if (known == 0) strings.push_back(texts.keep(text));
    known = 1;
  }

  void take(const Signature& signature) {
    take(signature.name);
    if (!signature.holder.empty()) take(signature.holder);
    const std::uint64_t key = key_of_shape(signature);
    std::uint32_t& known = seen_shapes[key];
    if (known == 0) {
      take(signature.return_type);
      take(signature.arguments);
      shapes.push_back({texts.keep(signature.return_type), texts.keep(signature.arguments), key, 0});
      known = static_cast<std::uint32_t>(shapes.size());
    }
    ++shapes[known - 1].uses;
  }
};

struct Chunk {
  Buffer bytes;
  std::vector<std::size_t> offsets;
};

struct ClassEntry {
  std::uint64_t hash = 0;
  ClassRecord record;
};

struct FileEntry {
  std::uint64_t hash = 0;
  std::uint32_t file = 0;
};

class Writer {
 public:
  Writer(TextMapping& mapping, const WriteOptions& options) : mapping_(mapping), options_(options) {
    for (std::uint32_t number = 0; number < mapping.class_count(); ++number)
      (mapping.is_current(number) ? classes_ : outdated_).push_back(number);
  }

  Result<std::vector<std::uint8_t>> write() {
    if (const auto collected = collect(); !collected) return fail(collected.error());
    number_strings();
    number_shapes();
    number_files();
    if (const auto encoded = encode_classes(); !encoded) return fail(encoded.error());
    return sealed();
  }

 private:
  // Reads the classes of every chunk; `use` is called with each class and its number.
  template <class Use>
  Result<void> read_all(const Use& use) {
    const std::size_t chunks = (classes_.size() + classes_in_chunk - 1) / classes_in_chunk;
    std::mutex mutex;
    std::size_t failed_at = SIZE_MAX;
    Error error;
    io::for_each_item(options_.jobs, chunks, [&](unsigned worker, std::size_t chunk) {
      io::relieve_memory();
      if (io::is_memory_exceeded()) return;
      const std::size_t end = std::min(classes_.size(), (chunk + 1) * classes_in_chunk);
      for (std::size_t at = chunk * classes_in_chunk; at < end; ++at) {
        auto read = mapping_.read_class(classes_[at]);
        if (read) {
          use(worker, chunk, classes_[at], **read);
          options_.advanced(mapping_.bytes_of(classes_[at]) / 2);  // there are two passes
          continue;
        }
        const std::scoped_lock lock(mutex);
        if (at < failed_at) error = read.error();
        failed_at = std::min(failed_at, at);
        return;
      }
    });
    if (failed_at != SIZE_MAX) return fail(error);
    return io::is_memory_exceeded() ? io::memory_result() : Result<void>();
  }

  Result<void> collect() {
    findings_ = std::vector<Gathered>(options_.jobs);
    newer_ = std::vector<char>(options_.jobs);
    // A class that is replaced by a later one of its name still contributes its source file.
    for (const std::uint32_t number : outdated_)
      if (const auto file = mapping_.source_file_of(number))
        take_file(findings_.front(), number + 1, mapping_.class_line(number).original, *file);
    for (const auto& [original, file] : mapping_.files_elsewhere())
      take_file(findings_.front(), 0, original, file);
    return read_all([&](unsigned worker, std::size_t, std::uint32_t number, const ReadClass& content) {
      Gathered& findings = findings_[worker];
      const std::string_view original = mapping_.class_line(number).original;
      findings.take(original);
      for_each_signature(content, [&](const Signature& signature) { findings.take(signature); });
      if (content.has_newer_annotations) newer_[worker] = 1;
      if (content.source_file) take_file(findings, number + 1, original, *content.source_file);
    });
  }

  static void take_file(Gathered& findings, std::uint32_t rank, std::string_view original,
                        std::string_view file) {
    const std::uint32_t inferred = number_of_inferred(original, file);
    const std::string_view name = inferred == 0 ? findings.texts.keep(file) : std::string_view();
    findings.files.push_back({hash_of(original), rank, inferred, name});
    if (inferred == 0) findings.take(file);
  }

  // 0: the file's name is written.
  static std::uint32_t number_of_inferred(std::string_view original, std::string_view file) {
    if (file == inferred_source_file(original, "X.kt")) return file_is_kt;
    return file == inferred_source_file(original, "X.java") ? file_is_java : 0;
  }

  // Frees the sets of what was seen, and then numbers the strings.
  void number_strings() {
    for (Gathered& findings : findings_) findings.seen = findings.seen_shapes = {};
    std::vector<index::SortedString> sorted;
    for (const Gathered& findings : findings_)
      for (const std::string_view text : findings.strings) sorted.push_back({text});
    index::sort_strings(sorted, options_.jobs);
    std::vector<std::string_view>& strings = strings_;
    for (const index::SortedString& string : sorted)
      if (strings.empty() || strings.back() != string.text) strings.push_back(string.text);
    for (std::uint32_t number = 0; number < strings.size(); ++number)
      numbers_[key_of(strings[number])] = number + 1;
    // A lookup enlarges the map when it is nearly full. After this one, concurrent lookups do not change
    // it.
    if (!strings.empty()) static_cast<void>(number_of(strings.front()));
  }

  // The most frequent get the smallest numbers.
  void number_shapes() {
    index::FlatMap seen;
    for (const Gathered& findings : findings_) {
      for (const Shape& shape : findings.shapes) {
        std::uint32_t& known = seen[shape.key];
        if (known == 0) {
          shapes_.push_back({shape.return_type, shape.arguments, shape.key, 0});
          known = static_cast<std::uint32_t>(shapes_.size());
        }
        shapes_[known - 1].uses += shape.uses;
      }
    }
    std::ranges::sort(shapes_, [](const Shape& a, const Shape& b) {
      return std::tie(b.uses, a.return_type, a.arguments) < std::tie(a.uses, b.return_type, b.arguments);
    });
    for (std::uint32_t number = 0; number < shapes_.size(); ++number)
      shape_numbers_[shapes_[number].key] = number + 1;
    if (!shapes_.empty()) static_cast<void>(shape_numbers_[shapes_.front().key]);
  }

  std::uint32_t number_of(std::string_view text) { return numbers_[key_of(text)] - 1; }

  Result<void> encode_classes() {
    std::vector<Chunk> chunks((classes_.size() + classes_in_chunk - 1) / classes_in_chunk);
    const Numbers numbers{
        [&](std::string_view text) { return number_of(text); },
        [&](const Signature& signature) { return shape_numbers_[key_of_shape(signature)] - 1; }};
    const auto encoded = read_all([&](unsigned, std::size_t at, std::uint32_t, const ReadClass& content) {
      Chunk& chunk = chunks[at];
      chunk.offsets.push_back(chunk.bytes.size());
      encode_body(chunk.bytes, content, numbers);
    });
    if (!encoded) return encoded;
    std::size_t at = 0;
    for (Chunk& chunk : chunks) {
      for (const std::size_t offset : chunk.offsets) {
        const std::size_t begin = bodies_.size() + offset;
        if (begin > UINT32_MAX) return fail("is too large for an index: its classes take more than 4 GB");
        const ClassLine names = mapping_.class_line(classes_[at++]);
        ClassRecord record{number_of(names.original), static_cast<std::uint32_t>(begin), no_file};
        if (const auto file = file_of(hash_of(names.original))) record.file = *file;
        entries_.push_back({hash_of(names.renamed), record});
      }
      bodies_.insert(bodies_.end(), chunk.bytes.begin(), chunk.bytes.end());
      chunk = {};
    }
    std::ranges::sort(entries_, {}, &ClassEntry::hash);
    return {};
  }

  void number_files() {
    std::vector<FileOfClass> files;
    for (Gathered& findings : findings_) {
      files.insert(files.end(), findings.files.begin(), findings.files.end());
      findings.files = {};
    }
    // If several classes have one original, the source file of the last one counts.
    std::ranges::stable_sort(files, {},
                             [](const FileOfClass& file) { return std::tie(file.hash, file.rank); });
    for (const FileOfClass& file : files) {
      if (!files_.empty() && files_.back().hash == file.hash) files_.pop_back();
      files_.push_back({file.hash, file.inferred != 0 ? file.inferred : number_of(file.name)});
    }
  }

  std::optional<std::uint32_t> file_of(std::uint64_t original) const {
    const auto found = std::ranges::lower_bound(files_, original, {}, &FileEntry::hash);
    if (found == files_.end() || found->hash != original) return std::nullopt;
    return found->file;
  }

  std::vector<std::uint8_t> sealed() {
    Buffer class_hashes, class_records, file_hashes, file_names, shapes, meta;
    for (const ClassEntry& entry : entries_) {
      index::put_fixed(class_hashes, entry.hash, 8);
      index::put_record(class_records, entry.record);
    }
    for (const auto& [hash, name] : files_) {
      index::put_fixed(file_hashes, hash, 8);
      index::put_fixed(file_names, name, 4);
    }
    const bool newer = std::ranges::any_of(newer_, [](char one) { return one != 0; });
    index::put_record(
        meta, MetaRecord{static_cast<std::uint32_t>(entries_.size()),
                         static_cast<std::uint32_t>(file_names.size() / 4),
                         static_cast<std::uint32_t>(strings_.size()), newer ? has_newer_annotations : 0});
    index::put_text(meta, mapping_.map_id());
    for (const std::string& version : mapping_.unknown_versions()) index::put_text(meta, version);
    for (const Shape& shape : shapes_)
      index::put_record(shapes, ShapeRecord{number_of(shape.return_type), number_of(shape.arguments)});
    const index::EncodedStrings strings = index::encode_strings(strings_, {}, options_.jobs);
    const index::SectionContent sections[] = {
        {meta_tag, meta},
        {class_hashes_tag, class_hashes},
        {class_records_tag, class_records},
        {file_hashes_tag, file_hashes},
        {file_names_tag, file_names},
        {bodies_tag, bodies_},
        {shapes_tag, shapes},
        {string_groups_tag, strings.groups},
        {string_offsets_tag, strings.offsets},
    };
    return index::seal(index::Kind::Mapping, id_of(mapping_), source_stamp(mapping_), sections);
  }

  TextMapping& mapping_;
  const WriteOptions& options_;
  std::vector<std::uint32_t> classes_;
  std::vector<std::uint32_t> outdated_;
  std::vector<Gathered> findings_;
  std::vector<char> newer_;  // by worker: whether annotations were newer than declared
  std::vector<std::string_view> strings_;
  index::FlatMap numbers_;
  std::vector<Shape> shapes_;
  index::FlatMap shape_numbers_;
  std::vector<FileEntry> files_;  // sorted by the hash of the original class
  Buffer bodies_;
  std::vector<ClassEntry> entries_;
};

}  // namespace

ImageId id_of_map_id(std::string_view map_id) {
  if (const auto id = ImageId::parse(map_id)) return *id;
  // R8 truncates the hash to seven digits by default.
  if (const auto id = ImageId::parse(std::string(map_id) + "0")) return *id;
  return index::content_id(as_bytes(map_id));
}

ImageId id_of(const TextMapping& mapping) {
  return mapping.map_id().empty() ? mapping.fingerprint().id : id_of_map_id(mapping.map_id());
}

std::uint64_t source_stamp(const TextMapping& mapping) {
  return mapping.fingerprint().checksum + writer_version;
}

Result<std::vector<std::uint8_t>> write_mapping_index(TextMapping& mapping, const WriteOptions& options) {
  return Writer(mapping, options).write();
}

}  // namespace symkit::retrace

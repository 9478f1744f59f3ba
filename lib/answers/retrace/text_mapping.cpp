#include "answers/retrace/text_mapping.h"

#include <algorithm>
#include <utility>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "ground/stream/crew.h"

namespace symkit::retrace {
namespace {

constexpr std::uint32_t no_class = UINT32_MAX;

}  // namespace

bool looks_like_mapping(std::string_view beginning) {
  beginning = without_byte_order_mark(beginning);
  bool is_of_r8 = false;
  while (!beginning.empty()) {
    const std::size_t end = beginning.find('\n');
    std::string_view line = line_at(beginning, 0);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.empty() && line.front() != '#') return quick_class_line(line).has_value();
    is_of_r8 |= line.starts_with("# compiler: R8") || line.starts_with("# pg_map_id: ") ||
                line.find("com.android.tools.r8.mapping") != std::string_view::npos;
    if (end == std::string_view::npos) break;
    beginning.remove_prefix(end + 1);
  }
  return is_of_r8;
}

Result<std::unique_ptr<TextMapping>> TextMapping::of(MappingText text, std::string path,
                                                     const WarningSink& warn, const WarningSink& inform,
                                                     std::vector<Part> parts) {
  std::unique_ptr<TextMapping> mapping(new TextMapping(std::move(path), warn, inform));
  mapping->bytes_ = std::move(text);
  mapping->text_ = mapping->bytes_.view();
  mapping->shared_->parts = std::move(parts);
  if (const auto scanned = mapping->scan_text(); !scanned) return fail(scanned.error());
  return mapping;
}

Result<std::unique_ptr<TextMapping>> TextMapping::of_text(std::string_view text, std::string path,
                                                          const WarningSink& warn, const WarningSink& inform,
                                                          MapVersion declared) {
  std::unique_ptr<TextMapping> mapping(new TextMapping(std::move(path), warn, inform));
  mapping->text_ = text;
  if (const auto scanned = mapping->scan_text(declared); !scanned) return fail(scanned.error());
  return mapping;
}

Result<void> TextMapping::scan_text(MapVersion declared) {
  MappingScan& scan = shared_->scan;
  scan = scan_mapping(text_, declared);
  if (scan.begins_badly != SIZE_MAX) {
    const auto line = read_class_line(line_at(text_, scan.begins_badly));
    const LineError error =
        line ? LineError{0, "a class, as in 'com.example.Original -> a.b:'"} : line.error();
    return fail(error_at(scan.begins_badly + error.at, error.expected));
  }
  for (const auto& [line, text] : scan.remarks) inform_(say(path_, ":", line, ": ", text));
  id_text_ = scan.map_id.empty() ? scan.map_hash : scan.map_id;
  return {};
}

std::unique_ptr<Mapping> TextMapping::twin() const {
  std::unique_ptr<TextMapping> other(new TextMapping(path_, warn_, inform_));
  other->text_ = text_;
  other->id_text_ = id_text_;
  other->shared_ = shared_;
  other->most_loaded_ = most_loaded / stream::most_workers();
  return other;
}

ClassLine TextMapping::class_line(std::uint32_t number) const {
  return *quick_class_line(line_at(text_, scan().class_begins[number]));
}

std::optional<ClassNaming> TextMapping::find(std::string_view name) {
  const Known* found = nullptr;
  scan().by_renamed.find(hash_of(name), [&](std::uint32_t candidate) {
    found = &known(candidate);
    return found->line.renamed == name;
  });
  if (found == nullptr || found->line.renamed != name) return std::nullopt;
  return ClassNaming{found->number, found->line.original};
}

bool TextMapping::is_current(std::uint32_t number) const {
  const std::string_view name = class_line(number).renamed;
  const std::uint32_t* const found = scan().by_renamed.find(
      hash_of(name), [&](std::uint32_t candidate) { return class_line(candidate).renamed == name; });
  return found != nullptr && *found == number;
}

Result<MethodGroup*> TextMapping::methods(std::uint32_t class_number, std::string_view name) {
  const auto read = loaded(class_number);
  if (!read) return fail(read.error());
  return (*read)->methods_of(name);
}

Result<std::vector<Signature>> TextMapping::fields(std::uint32_t class_number, std::string_view name) {
  const auto read = loaded(class_number);
  if (!read) return fail(read.error());
  std::vector<Signature> found;
  for (const ReadField& field : (*read)->fields)
    if (field.name == name) found.push_back(field.signature);
  return found;
}

Result<std::vector<ListedClass>> TextMapping::list_classes() {
  std::vector<ListedClass> all;
  for (std::uint32_t number = 0; number < class_count(); ++number) {
    if (!is_current(number)) continue;
    const ClassLine line = class_line(number);
    all.push_back({hash_of(line.renamed), number, std::string(line.renamed), std::string(line.original)});
  }
  return all;
}

Result<ListedMembers> TextMapping::list_members(std::uint32_t class_number) {
  const auto read = loaded(class_number);
  if (!read) return fail(read.error());
  ListedMembers members;
  for (const ReadGroup& group : (*read)->methods) members.methods.emplace_back(group.name());
  std::set<std::string_view> fields;
  for (const ReadField& field : (*read)->fields)
    if (fields.insert(field.name).second) members.fields.emplace_back(field.name);
  return members;
}

const index::Fingerprint& TextMapping::fingerprint() const {
  std::call_once(shared_->has_fingerprint, [this] { shared_->fingerprint = index::fingerprint_of(bytes()); });
  return shared_->fingerprint;
}

void TextMapping::fill_originals() {
  MappingScan& known = scan();
  known.by_original.reserve(known.class_begins.size());
  known.same_before.assign(known.class_begins.size(), no_class);
  for (std::uint32_t number = 0; number < known.class_begins.size(); ++number) {
    const std::string_view original = class_line(number).original;
    const std::uint64_t hash = hash_of(original);
    if (std::uint32_t* last = find_original(hash, original)) {
      known.same_before[number] = std::exchange(*last, number);
    } else {
      known.by_original.add(hash, number);
    }
  }
}

std::uint32_t* TextMapping::find_original(std::uint64_t hash, std::string_view original) {
  return scan().by_original.find(
      hash, [&](std::uint32_t number) { return class_line(number).original == original; });
}

std::optional<std::string> TextMapping::source_file_of(std::uint32_t number) const {
  return read_source_file(body(number), scan().version_at(scan().class_begins[number]));
}

bool TextMapping::source_file(std::string_view original, std::string& out) {
  std::call_once(shared_->knows_originals, [this] { fill_originals(); });
  if (const std::uint32_t* last = find_original(hash_of(original), original)) {
    if (const auto& file = file_of(known(*last))) {
      out = *file;
      return true;
    }
  }
  if (files_elsewhere().empty()) return false;
  const auto elsewhere = files_elsewhere().find(std::string(original));
  if (elsewhere == files_elsewhere().end()) return false;
  out = elsewhere->second;
  return true;
}

// Several classes of the program may come from one original; the last one that has a source file counts.
// There can be very many.
const std::optional<std::string>& TextMapping::file_of(Known& last) const {
  if (std::exchange(last.knows_file, true)) return last.file;
  for (std::uint32_t number = last.number; !last.file && number != no_class;
       number = scan().same_before[number])
    last.file = source_file_of(number);
  return last.file;
}

std::string_view TextMapping::body(std::uint32_t number) const {
  const bool is_last = number + 1 == scan().class_begins.size();
  const std::size_t end = is_last ? text_.size() : scan().class_begins[number + 1];
  const std::string_view whole = text_.substr(scan().class_begins[number], end - scan().class_begins[number]);
  return whole.substr(std::min(whole.find('\n'), whole.size() - 1) + 1);
}

Result<std::unique_ptr<ReadClass>> TextMapping::read_class(std::uint32_t number) const {
  const std::uint64_t begin = scan().class_begins[number];
  if (const auto line = read_class_line(line_at(text_, begin)); !line)
    return fail(error_at(begin + line.error().at, line.error().expected));
  const std::string_view text = body(number);
  auto read = read_class_body(text, scan().version_at(begin));
  if (!read) {
    const auto body_begin = static_cast<std::size_t>(text.data() - text_.data());
    return fail(error_at(body_begin + read.error().at, read.error().expected));
  }
  return std::make_unique<ReadClass>(std::move(*read));
}

TextMapping::Known& TextMapping::known(std::uint32_t number) {
  const std::uint64_t hash = number * std::uint64_t{0x9E3779B1};
  const auto is_it = [&](std::uint32_t place) { return known_[place].number == number; };
  if (const std::uint32_t* place = places_.find(hash, is_it)) return known_[*place];
  loaded_bytes_ += sizeof(Known);
  places_.add(hash, static_cast<std::uint32_t>(known_.size()));
  return known_.emplace_back(
      Known{.number = number, .line = class_line(number), .content = {}, .file = {}, .knows_file = false});
}

Result<ReadClass*> TextMapping::loaded(std::uint32_t number) {
  if (ReadClass* content = known(number).content.get()) return content;
  auto read = read_class(number);
  if (!read) return fail(read.error());
  tell(**read, number);
  loaded_bytes_ += body(number).size();
  if (loaded_bytes_ > most_loaded_) {
    known_.clear();
    places_ = {};
    loaded_bytes_ = body(number).size();
  }
  return (known(number).content = std::move(*read)).get();
}

void TextMapping::tell(const ReadClass& read, std::uint32_t number) {
  if (read.remarks.empty() && !read.has_newer_annotations) return;
  const std::scoped_lock locked(shared_->telling);
  if (!shared_->remarked.insert(number).second) return;
  const Place place = read.remarks.empty() ? Place() : place_of(scan().class_begins[number]);
  for (const Remark& remark : read.remarks)
    inform_(say(place.path, ":", place.line + remark.line, ": ", remark.text));
  if (!read.has_newer_annotations || shared_->warned_of_newer) return;
  shared_->warned_of_newer = true;
  warn_(say(path_, ": has annotations that are newer than the version it declares; they are ignored"));
}

TextMapping::Place TextMapping::place_of(std::size_t offset) const {
  const auto next = std::ranges::upper_bound(shared_->parts, offset, {}, &Part::begin);
  const bool has_part = next != shared_->parts.begin();
  const std::size_t begin = has_part ? std::prev(next)->begin : 0;
  const std::string_view before = text_.substr(begin, offset - begin);
  const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
  return {has_part ? std::prev(next)->path : path_, line, before.size() - (before.rfind('\n') + 1) + 1};
}

Error TextMapping::error_at(std::size_t offset, const std::string& expected) const {
  const Place place = place_of(offset);
  return {say(place.path, ":", place.line, ":", place.column, ": expected ", expected)};
}

}  // namespace symkit::retrace

#include "answers/sourcemap/parted_map.h"

#include <algorithm>
#include <utility>

#include "ground/base/words.h"
#include "keep/index/part_table.h"
#include "keep/index/source_map_parts.h"
#include "keep/index/source_map_pieces.h"

namespace symkit::sourcemap {
namespace {

namespace parted_tags = index::source_map::tags;

// A name's number combines its part and its number in the part.
constexpr unsigned bits_of_name = 16;

template <class T, class Read>
std::vector<T> entries_of(Bytes section, std::size_t width, const Read& read) {
  std::vector<T> all(section.size() / width);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = read(i);
  return all;
}

std::vector<std::uint32_t> numbers_of(Bytes section) {
  return entries_of<std::uint32_t>(
      section, 4, [&](std::size_t i) { return static_cast<std::uint32_t>(index::fixed_at(section, i, 4)); });
}

template <class T>
bool ascends(const std::vector<T>& all) {
  return std::ranges::adjacent_find(all, std::greater_equal()) == all.end();
}

// The last that begins at or before the wanted one; an invalid number if there is none.
template <class T>
std::size_t last_from(const std::vector<T>& begins, const T& wanted) {
  return static_cast<std::size_t>(std::ranges::upper_bound(begins, wanted) - begins.begin()) - 1;
}

}  // namespace

// An index of some of the map's segments, or of some of its sources.
struct PartedMap::Part {
  std::unique_ptr<IndexedMap> map;
  std::vector<std::uint32_t> sources;  // their numbers in the whole

  // Whether each source has a number that is in range.
  bool is_of(std::size_t source_count) const {
    return sources.size() == map->source_count() &&
           std::ranges::all_of(sources, [&](std::uint32_t source) { return source < source_count; });
  }
};

bool PartedMap::About::read(const index::Envelope& manifest) {
  if (!description.read(manifest.section(parted_tags::meta))) return false;
  if (!description.generated_names.empty()) generated_name = description.generated_names.front();
  source_count = index::fixed_at(manifest.section(parted_tags::source_count), 0, 4);
  const Bytes begins = manifest.section(parted_tags::first_positions);
  const auto number = [&](std::size_t at) {
    return static_cast<std::uint32_t>(index::fixed_at(begins, at, 4));
  };
  positions = entries_of<Position>(
      begins, 8, [&](std::size_t i) -> Position { return {number(i * 2), number(i * 2 + 1)}; });
  named = numbers_of(manifest.section(parted_tags::first_named));
  texts = numbers_of(manifest.section(parted_tags::first_texts));
  module_lines = numbers_of(manifest.section(parted_tags::module_lines));
  return source_count <= index::source_map::most_sources && ascends(positions) && ascends(named) &&
         ascends(texts);
}

Result<void> PartedMap::About::read_pieces(const index::Envelope& manifest) {
  return index::source_map::each_piece(manifest.section(parted_tags::pieces),
                                       [&](std::string_view id, Bytes bytes) -> Result<void> {
                                         auto piece = PartedMap::read(bytes, path, false);
                                         if (!piece) return fail(piece.error());
                                         pieces[std::string(id)] = std::move(*piece);
                                         return {};
                                       });
}

Result<std::shared_ptr<const PartedMap::About>> PartedMap::read(Bytes manifest, std::string path,
                                                                bool may_have_pieces) {
  const auto envelope = index::Envelope::open(manifest);
  if (!envelope) return fail(envelope.error());
  if (index::kind_of_whole(*envelope) != index::Kind::SourceMap)
    return fail("is not an index of a source map");
  auto seals = index::read_part_table(*envelope);
  if (!seals) return fail(seals.error());
  auto about = std::make_shared<About>();
  about->path = std::move(path);
  if (!about->read(*envelope)) return fail("is damaged: its parts are not in order");
  const std::size_t own = about->positions.size() + about->named.size() + about->texts.size();
  // The seals of its pieces follow them.
  if (seals->size() < own) return fail("is damaged: its table of parts is too short");
  seals->resize(own);
  about->seals = std::move(*seals);
  if (may_have_pieces)
    if (auto pieces = about->read_pieces(*envelope); !pieces) return fail(pieces.error());
  return about;
}

Result<std::unique_ptr<PartedMap>> PartedMap::open(Bytes manifest, std::shared_ptr<index::PartSource> parts,
                                                   std::string path) {
  auto about = read(manifest, std::move(path), true);
  if (!about) return fail(about.error());
  return std::unique_ptr<PartedMap>(new PartedMap(std::move(*about), std::move(parts)));
}

PartedMap::PartedMap(std::shared_ptr<const About> about, std::shared_ptr<index::PartSource> source)
    : about_(std::move(about)),
      source_(std::move(source)),
      parts_(about_->seals, source_, about_->path, open_part) {
  for (const auto& [id, piece] : about_->pieces)
    pieces_[id] = std::unique_ptr<PartedMap>(new PartedMap(piece, source_));
}

std::unique_ptr<Map> PartedMap::twin() const { return std::unique_ptr<Map>(new PartedMap(about_, source_)); }

Result<std::unique_ptr<PartedMap::Part>> PartedMap::open_part(io::SharedBlob blob, const std::string& place) {
  const auto envelope = index::Envelope::open(blob->bytes());
  auto map = IndexedMap::open(std::move(blob), place);
  if (!map) return fail(map.error());
  auto part = std::make_unique<Part>();
  part->sources = numbers_of(envelope->section(parted_tags::source_numbers));
  part->map = std::move(*map);
  return part;
}

std::size_t PartedMap::part_at(Position position) const { return last_from(about_->positions, position); }

// Null if there is none, or if it is unavailable; trouble() has the reason.
std::shared_ptr<PartedMap::Part> PartedMap::part(std::size_t number) const {
  trouble_.clear();
  if (number >= parts_.count()) return nullptr;
  auto found = parts_.get(number);
  if (!found) {
    trouble_ = found.error().message;
    return nullptr;
  }
  if (!(*found)->is_of(source_count())) {
    trouble_ = say(path(), " is damaged: its sources are not those of its parts");
    return nullptr;
  }
  return std::move(*found);
}

Segment PartedMap::told(Segment segment, std::size_t number, const Part& part) const {
  if (segment.source != none) segment.source = part.sources[segment.source];
  const bool is_numbered = segment.name >> bits_of_name == 0 && number >> bits_of_name == 0;
  if (segment.name != none)
    segment.name = is_numbered ? static_cast<std::uint32_t>(number << bits_of_name) | segment.name : none;
  learn_sources(part);
  return segment;
}

// Keeps the names of sources, so that a lookup needs no other part.
void PartedMap::learn_sources(const Part& part) const {
  for (std::uint32_t source = 0; source < part.sources.size(); ++source)
    if (!sources_.contains(part.sources[source]))
      sources_[part.sources[source]] = {part.map->source_name(source), part.map->is_ignored(source)};
}

std::optional<Segment> PartedMap::find(Position position) const {
  const std::size_t number = part_at(position);
  const auto asked = part(number);
  const auto found = asked ? asked->map->find(position) : std::nullopt;
  return found ? std::optional(told(*found, number, *asked)) : std::nullopt;
}

// A line may continue in the following parts.
void PartedMap::visit_line(std::uint32_t line, const std::function<bool(const Segment&)>& visit) const {
  std::size_t number = part_at({line, 0});
  if (number >= about_->positions.size()) number = 0;
  bool goes_on = true;
  for (; goes_on && number < about_->positions.size() && about_->positions[number].line <= line; ++number) {
    const auto asked = part(number);
    if (!asked) return;
    asked->map->visit_line(
        line, [&](const Segment& segment) { return goes_on = visit(told(segment, number, *asked)); });
  }
}

const PartedMap::KnownSource& PartedMap::known(std::uint32_t source) const {
  static const KnownSource nothing;
  if (const auto found = sources_.find(source); found != sources_.end()) return found->second;
  if (std::exchange(names_are_asked_, true)) return nothing;
  // A source to which no segment has led is requested only when listing all of them.
  for (std::size_t number = 0; number < about_->named.size(); ++number)
    parts_.expect(about_->positions.size() + number);
  for (std::size_t number = 0; number < about_->named.size(); ++number)
    if (const auto names = part(about_->positions.size() + number)) learn_sources(*names);
  const auto found = sources_.find(source);
  return found == sources_.end() ? nothing : found->second;
}

std::string PartedMap::source_name(std::uint32_t source) const { return known(source).name; }

bool PartedMap::is_ignored(std::uint32_t source) const { return known(source).is_ignored; }

std::size_t PartedMap::text_part(std::uint32_t source) const {
  const std::size_t number = last_from(about_->texts, source);
  const std::size_t before = about_->positions.size() + about_->named.size();
  return number < about_->texts.size() ? before + number : parts_.count();
}

std::optional<std::string> PartedMap::content(std::uint32_t source) const {
  const auto texts = part(text_part(source));
  if (!texts) return std::nullopt;
  const auto at = std::ranges::lower_bound(texts->sources, source);
  if (at == texts->sources.end() || *at != source) return std::nullopt;
  return texts->map->content(static_cast<std::uint32_t>(at - texts->sources.begin()));
}

void PartedMap::expect_content(std::uint32_t source) const { parts_.expect(text_part(source)); }

std::string PartedMap::name(std::uint32_t number) const {
  const auto speaks = part(number >> bits_of_name);
  return speaks ? speaks->map->name(number & ((1U << bits_of_name) - 1)) : std::string();
}

FunctionName PartedMap::function_at(Position position, const Segment& segment,
                                    std::vector<InlinedCall>& calls) const {
  const auto asked = part(part_at(position));
  if (!asked) return {};
  const std::size_t before = calls.size();
  FunctionName function = asked->map->function_at(position, segment, calls);
  for (std::size_t i = before; i < calls.size(); ++i) calls[i].source = asked->sources[calls[i].source];
  learn_sources(*asked);
  return function;
}

std::optional<std::uint32_t> PartedMap::module_line(std::uint64_t module) const {
  if (module >= about_->module_lines.size() || about_->module_lines[module] == none) return std::nullopt;
  return about_->module_lines[module];
}

const Map* PartedMap::segment(std::string_view id) const {
  const auto found = pieces_.find(id);
  return found == pieces_.end() ? nullptr : found->second.get();
}

}  // namespace symkit::sourcemap

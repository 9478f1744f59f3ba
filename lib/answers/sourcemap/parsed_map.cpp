#include "answers/sourcemap/parsed_map.h"

#include <algorithm>
#include <array>
#include <utility>

#include "answers/sourcemap/js_tokens.h"
#include "answers/sourcemap/paths.h"
#include "answers/sourcemap/scopes.h"

namespace symkit::sourcemap {
namespace {

// A mapping may lead to the keyword of a definition instead of the name that is defined.
bool begins_definition(std::string_view word) {
  constexpr std::array<std::string_view, 12> words = {"function", "class", "export",  "async",
                                                      "static",   "get",   "set",     "const",
                                                      "let",      "var",   "default", "this"};
  return std::ranges::find(words, word) != words.end();
}

// TypeScript's types and JSX texts are scanned with less certainty.
bool is_plain_script(std::string_view source) {
  source = base_name(source);
  return source.ends_with(".js") || source.ends_with(".mjs") || source.ends_with(".cjs");
}

// Function maps count lines from 1.
Position from_one(Position position) { return {position.line + 1, position.column}; }

}  // namespace

std::string_view name_of(NameOrigin origin) {
  switch (origin) {
    case NameOrigin::None: return "none";
    case NameOrigin::Scopes: return "scopes";
    case NameOrigin::FunctionMap: return "x_facebook_sources";
    case NameOrigin::Generated: return "generated";
    case NameOrigin::Original: return "sourcesContent";
    case NameOrigin::Caller: return "names";
  }
  return "none";
}

FunctionName named(const JsFunction& function, const std::vector<std::string>& tokens, NameOrigin origin) {
  FunctionName name;
  name.origin = origin;
  name.is_function = true;
  name.is_static = function.is_static;
  name.is_constructor = function.is_constructor;
  name.is_implied = function.is_implied;
  name.is_member = function.is_member;
  name.is_computed = function.is_computed;
  if (tokens.empty() || (function.is_constructor && function.is_member && tokens.size() == 1)) return name;
  const bool has_name = !function.is_computed || function.has_own_name;
  if (has_name) name.name = tokens.back();
  for (std::size_t i = 0; i + (has_name ? 1 : 0) < tokens.size(); ++i)
    name.owner += (i == 0 ? "" : ".") + tokens[i];
  if (function.is_constructor && !name.owner.empty()) {
    name.name = name.owner;
    name.owner.clear();
  }
  if (has_name && function.is_getter) name.name.insert(0, "get ");
  if (has_name && function.is_setter) name.name.insert(0, "set ");
  return name;
}

ParsedMap::ParsedMap(const std::shared_ptr<const SourceMap>& map, About about)
    : ParsedMap(map, std::move(about), Scopes::of(*map),
                std::make_shared<OriginalTexts>(map->sources().size())) {}

std::unique_ptr<Map> ParsedMap::twin() const {
  return std::unique_ptr<Map>(new ParsedMap(map_, about_, scopes_, texts_));
}

ParsedMap::ParsedMap(std::shared_ptr<const SourceMap> map, About about, std::shared_ptr<const Scopes> scopes,
                     std::shared_ptr<OriginalTexts> texts)
    : map_(std::move(map)), about_(std::move(about)), texts_(std::move(texts)), scopes_(std::move(scopes)) {
  if (!map_->file().empty() && about_.generated_name.empty()) about_.generated_name = map_->file();
  if (!map_->debug_id().empty()) about_.debug_id = map_->debug_id();
  for (const Part& part : map_->parts())
    if (!part.debug_id.empty() && part.debug_id != about_.debug_id)
      sections_.push_back({part.debug_id, part.offset});
  for (const auto& [id, segment] : map_->segments())
    segments_.emplace(id, std::make_unique<ParsedMap>(segment, About{about_.path, "seg-" + id + ".js", {}}));
}

ParsedMap::~ParsedMap() = default;

void ParsedMap::visit_line(std::uint32_t line, const std::function<bool(const Segment&)>& visit) const {
  const auto held = find({line, 0});
  bool goes_on = !held || visit(*held);
  map_->visit_line(line, [&](const Segment& segment) {
    if (goes_on) goes_on = visit(segment);
  });
}

std::string ParsedMap::source_name(std::uint32_t source) const { return map_->sources()[source].name; }

bool ParsedMap::is_ignored(std::uint32_t source) const { return map_->sources()[source].ignored; }

std::string ParsedMap::name(std::uint32_t number) const { return map_->name(number); }

std::optional<std::string> ParsedMap::content(std::uint32_t source) const {
  const Source& one = map_->sources()[source];
  if (!one.has_content) return std::nullopt;
  return one.content.text();
}

const Map* ParsedMap::segment(std::string_view id) const {
  const auto found = segments_.find(id);
  return found == segments_.end() ? nullptr : found->second.get();
}

const OriginalText* ParsedMap::text_of(std::uint32_t source) const {
  if (known_texts_.empty()) known_texts_.resize(map_->sources().size());
  const OriginalText*& text = known_texts_[source];
  if (text != nullptr) return text;
  const Source& one = map_->sources()[source];
  if (!one.has_content || one.content.raw.size() > largest_scanned) return nullptr;
  text = &texts_->get(source, [&] { return *content(source); });
  return text;
}

// Texts may have megabytes and are not decompressed for one or two places; for many places that is faster
// than searching from the beginning each time.
bool ParsedMap::may_read_piece(std::map<std::uint32_t, unsigned>& read, std::uint32_t source) const {
  constexpr unsigned few = 2;
  const bool has_text = source < known_texts_.size() && known_texts_[source] != nullptr;
  if (!asks_little() || has_text || ++read[source] > few) return false;
  ++pieces_read_;
  return true;
}

// The identifier in a source at a position.
std::string ParsedMap::identifier_in(std::uint32_t source, Position position) const {
  const Source& one = map_->sources()[source];
  if (!one.has_content) return {};
  if (may_read_piece(words_read_, source))
    return std::string(identifier_behind(one.content.line(position.line), position.column));
  const OriginalText* text = text_of(source);
  return text == nullptr ? std::string() : std::string(text->identifier(position));
}

// The original of a token of the generated file: the map's name, or else the identifier in the source.
// Nothing if the map has no mapping for the token: it was not renamed, or nothing is known.
std::optional<std::string> ParsedMap::original_token(const NameToken& token) const {
  const auto segment = map_->find(token.at);
  if (!segment || segment->generated != token.at || !segment->has_original()) return std::nullopt;
  // The source is more reliable than the map's name, which may be of an intermediate step.
  std::string identifier = identifier_in(segment->source, segment->original);
  if (!identifier.empty() && !begins_definition(identifier)) return identifier;
  return segment->name != none ? map_->name(segment->name) : std::string(token.text);
}

ParsedMap::Generated& ParsedMap::generated(const JsFunction& function) const {
  const JsFunctions& functions = *generated_functions();
  if (generated_.empty()) generated_.resize(functions.all().size());
  auto& known = generated_[functions.number_of(function)];
  if (known) return *known;
  known = std::make_unique<Generated>();
  const auto begin = map_->find(function.begin);
  if (begin && begin->generated == function.begin && begin->has_original()) {
    known->source = begin->source;
    known->begin = begin->original;
  }
  return *known;
}

const FunctionName& ParsedMap::generated_name(const JsFunction& function) const {
  std::optional<FunctionName>& name = generated(function).name;
  if (!name) name = name_in_script(function);
  return *name;
}

FunctionName ParsedMap::name_in_script(const JsFunction& function) const {
  std::vector<std::string> tokens;
  bool is_lost = false;
  const JsFunctions& functions = *generated_functions();
  const auto names = functions.names_of(function);
  for (std::size_t i = 0; i < names.size(); ++i) {
    // The engine's own names occur in no source.
    auto token =
        names[i].text.starts_with('<') ? std::optional(std::string(names[i].text)) : original_token(names[i]);
    // A property without a mapping keeps its name; a variable may have lost it.
    if (!token && names.size() > 1 && i + 1 == names.size()) token = std::string(names[i].text);
    if (token) {
      tokens.push_back(std::move(*token));
    } else {
      tokens.clear();
      is_lost |= !functions.is_keyed(function);
    }
  }
  FunctionName name = named(function, tokens, NameOrigin::Generated);
  name.is_lost = is_lost;
  name.has_no_generated_name = names.empty();
  if (function.has_own_name && function.property != none) {
    // If the two differ in the script, the engine has printed the property under which it found the
    // function.
    const NameToken& property = functions.token(function.property);
    if (property.text == names.back().text)
      name.property = original_token(property).value_or(std::string(property.text));
  }
  return name;
}

const FunctionMap& ParsedMap::function_map_of(std::uint32_t source) const {
  const auto [at, is_new] = function_maps_.try_emplace(source);
  if (is_new) at->second = FunctionMap::read(map_->sources()[source].functions);
  return at->second;
}

FunctionName ParsedMap::from_function_map(const Segment& segment) const {
  FunctionName function;
  auto name = function_map_of(segment.source).find(from_one(segment.original));
  if (!name) return function;
  function.origin = NameOrigin::FunctionMap;
  function.is_function = *name != "<global>";
  if (!function.is_function || *name == "<anonymous>") return function;
  // Methods of instances are written Class#method.
  const std::size_t hash = name->find('#');
  if (hash != std::string::npos && hash != 0) function.owner = name->substr(0, hash);
  function.name = hash == std::string::npos || hash == 0 ? *name : name->substr(hash + 1);
  if (function.name == "constructor" && !function.owner.empty()) {
    function.is_constructor = true;
    function.name = std::exchange(function.owner, {});
  }
  for (const std::string_view word : {"get__", "set__"})
    if (function.name.starts_with(word)) function.name.replace(3, 2, " ");
  return function;
}

FunctionName ParsedMap::from_original(const JsFunctions& functions, const JsFunction* found) {
  FunctionName function;
  function.origin = NameOrigin::Original;
  if (found == nullptr) return function;
  std::vector<std::string> tokens;
  for (const NameToken& token : functions.names_of(*found)) tokens.emplace_back(token.text);
  function = named(*found, tokens, NameOrigin::Original);
  if (found->has_own_name && found->property != none)
    function.property = functions.token(found->property).text;
  return function;
}

const FunctionName& ParsedMap::original_name(const Candidates& both) const {
  const auto [at, is_new] = original_names_.try_emplace(both.original);
  if (is_new) at->second = from_original(*both.originals, both.original);
  return at->second;
}

// Chooses between the function in the source and the one in the script. The source is used if both are
// the same function; for plain JavaScript it is always used (an inlined function has no other trace),
// unless the map is so coarse that it leads to a function around the script's.
void ParsedMap::choose(Candidates& both, const Segment& segment) const {
  Generated& known = generated(*both.generated);
  const bool is_known = known.source == segment.source;
  if (is_known && known.searched != both.originals) {
    known.searched = both.originals;
    known.same = both.originals->beginning_at(known.begin);
  }
  const JsFunction* same = is_known ? known.same : nullptr;
  if (same != nullptr && same == both.original) {
    both.believes_original = true;
    return;
  }
  const bool is_other = generated_functions()->find(segment.generated, near_.at_segment) != both.generated;
  // The segment is of the end of another function: the call in (function () {…})() has none of its own.
  both.believes_original = is_other && same != nullptr;
  if (both.believes_original) {
    both.original = same;
    return;
  }
  const bool is_nameless = generated_name(*both.generated).name.empty();
  both.is_known = !is_other || !is_nameless;
  // A class being set up: that also starts at its first word.
  if (both.original != nullptr && both.original->is_implied && same != nullptr)
    both.original = both.originals->around(*both.original);
  const auto is_plain = [&] {
    return is_plain_script(map_->sources()[segment.source].name) && both.originals->is_sound();
  };
  const Position body = both.original == nullptr ? Position() : both.original->body;
  const bool is_within = is_known && body < known.begin && known.begin <= segment.original;
  both.believes_original = both.is_known && (is_nameless || (!is_other && !is_within && is_plain()));
}

// A single frame of a large source need not wait for a complete scan if the function declares its own
// name, and no other function surrounds the position in the text from the declaration on.
bool ParsedMap::is_settled(const JsFunction& function, const Segment& segment) const {
  constexpr std::uint32_t most_lines = 1000;
  const Source& source = map_->sources()[segment.source];
  if (!asks_little() || !function.is_declared || !source.has_content) return false;
  const Generated& known = generated(function);
  if (known.source != segment.source || segment.original < known.begin) return false;
  const std::uint32_t lines = segment.original.line - known.begin.line;
  if (lines > most_lines || !may_read_piece(heads_read_, segment.source)) return false;
  // A few lines more, as an arrow function is recognized by the arrow after its parameters.
  constexpr std::uint32_t behind = 50;
  const std::string text = source.content.lines(known.begin.line, lines + behind);
  const std::size_t skipped = bytes_of_units(text, known.begin.column);
  const JsFunctions functions = JsFunctions::scan(std::string_view(text).substr(skipped));
  const std::uint32_t column = segment.original.column - (lines == 0 ? known.begin.column : 0);
  const JsFunction* found = functions.find({lines, column});
  if (found == nullptr || found->begin != Position() || !found->is_declared) return false;
  return functions.names_of(*found).back().text == generated_name(function).name;
}

ParsedMap::FunctionKey ParsedMap::function_key(Position position, const Segment& segment) const {
  if (const auto place = scopes_ ? scopes_->locate(position, segment) : std::nullopt)
    return place->range != none ? FunctionKey{.kind = 0, .source = place->part, .index = place->range}
                                : FunctionKey{.kind = 8, .source = segment.source, .index = place->scope};
  if (!segment.has_original()) return {.kind = 1, .source = 0, .index = 0};
  if (!map_->sources()[segment.source].functions.empty())
    return {.kind = 2,
            .source = segment.source,
            .index = function_map_of(segment.source).index_at(from_one(segment.original))};
  const Candidates both = candidates(position, segment, Scan::All);
  if (!both.is_known) return {.kind = 5, .source = 0, .index = 0};
  if (both.believes_original)
    return {.kind = both.has_no_generated_name()      ? 6U
                    : both.has_other_generated_name() ? 7U
                                                      : 4U,
            .source = segment.source,
            .index = both.original == nullptr ? none : both.originals->number_of(*both.original)};
  const JsFunctions* functions = generated_functions();
  if (functions == nullptr) return {.kind = 5, .source = 0, .index = 0};
  return {.kind = 3,
          .source = 0,
          .index = both.generated == nullptr ? none : functions->number_of(*both.generated)};
}

ParsedMap::Candidates ParsedMap::candidates(Position position, const Segment& segment, Scan scan) const {
  Candidates both;
  if (scan == Scan::Near) near_ = {};  // frames can be anywhere
  const JsFunctions* functions = generated_functions();
  if (functions != nullptr) both.generated = functions->find(position, near_.generated);
  both.is_settled = scan == Scan::Near && both.generated != nullptr && is_settled(*both.generated, segment);
  if (both.is_settled) return both;
  const OriginalText* text = text_of(segment.source);
  if (text == nullptr) return both;
  if (asks_little() && scan == Scan::Near) {
    ++pieces_read_;
    both.originals = &text->functions_near(segment.original);
  } else {
    both.originals = &text->functions();
  }
  both.original = both.originals->find(segment.original, near_.original);
  if (both.generated != nullptr) {
    choose(both, segment);
  } else {
    both.believes_original = functions == nullptr || (is_plain_script(map_->sources()[segment.source].name) &&
                                                      both.originals->is_sound());
  }
  return both;
}

std::vector<Position> ParsedMap::function_boundaries() const {
  std::vector<Position> all;
  if (scopes_) all = scopes_->boundaries();
  if (const JsFunctions* functions = generated_functions()) {
    for (const JsFunction& function : functions->all()) {
      all.push_back(function.begin);
      all.push_back(function.end);
    }
  }
  add_boundaries_in_ranges(all);
  std::ranges::sort(all);
  const auto [first, last] = std::ranges::unique(all);
  all.erase(first, last);
  return all;
}

FunctionName ParsedMap::function_at(Position position, const Segment& segment,
                                    std::vector<InlinedCall>& calls) const {
  if (const auto place = scopes_ ? scopes_->locate(position, segment) : std::nullopt)
    return scopes_->describe(*place, calls);
  if (!segment.has_original()) return {};
  if (!map_->sources()[segment.source].functions.empty()) {
    FunctionName function = from_function_map(segment);
    if (function.origin != NameOrigin::None) return function;
  }
  const Candidates both = candidates(position, segment, Scan::Near);
  if (both.believes_original) {
    FunctionName name = original_name(both);
    name.has_no_generated_name = both.has_no_generated_name();
    name.has_other_generated_name = both.has_other_generated_name();
    return name;
  }
  if (generated_functions() == nullptr || !both.is_known) return {};
  if (both.generated != nullptr) {
    FunctionName name = generated_name(*both.generated);
    if (both.is_settled) name.origin = NameOrigin::Original;
    return name;
  }
  FunctionName top_level;
  top_level.origin = NameOrigin::Generated;
  return top_level;
}

}  // namespace symkit::sourcemap

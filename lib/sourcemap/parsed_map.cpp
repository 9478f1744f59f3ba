#include "sourcemap/parsed_map.h"

#include <algorithm>
#include <array>
#include <utility>

#include "sourcemap/js_tokens.h"
#include "sourcemap/scopes.h"

namespace symkit::sourcemap {
namespace {

// A mapping may lead to the word that a definition begins with, in place of what it defines.
bool begins_definition(std::string_view word) {
  constexpr std::array<std::string_view, 12> words = {"function", "class", "export",  "async",
                                                      "static",   "get",   "set",     "const",
                                                      "let",      "var",   "default", "this"};
  return std::ranges::find(words, word) != words.end();
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
  if (tokens.empty()) return name;
  name.name = tokens.back();
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) name.owner += (i == 0 ? "" : ".") + tokens[i];
  if (function.is_constructor && !name.owner.empty()) {
    name.name = name.owner;
    name.owner.clear();
  }
  if (function.is_getter) name.name.insert(0, "get ");
  if (function.is_setter) name.name.insert(0, "set ");
  return name;
}

ParsedMap::ParsedMap(std::shared_ptr<const SourceMap> map, About about)
    : map_(std::move(map)), about_(std::move(about)), scopes_(Scopes::read(*map_)) {
  if (!map_->file().empty() && about_.generated_name.empty()) about_.generated_name = map_->file();
  if (!map_->debug_id().empty()) about_.debug_id = map_->debug_id();
  for (const auto& [id, segment] : map_->segments())
    segments_.emplace(id, std::make_unique<ParsedMap>(segment, About{about_.path, "seg-" + id + ".js", {}}));
}

ParsedMap::~ParsedMap() = default;

void ParsedMap::visit_line(std::uint32_t line, const std::function<bool(const Segment&)>& visit) const {
  bool goes_on = true;
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
  const Source& one = map_->sources()[source];
  if (!one.has_content || one.content.raw.size() > largest_scanned) return nullptr;
  auto& text = texts_[source];
  if (!text) text = std::make_unique<OriginalText>(*content(source));
  return text.get();
}

// What stands in a source at a position. Texts may be of megabytes and are not unpacked for one or two words.
std::string ParsedMap::identifier_in(std::uint32_t source, Position position) const {
  constexpr unsigned few = 2;
  const Source& one = map_->sources()[source];
  if (!one.has_content) return {};
  if (!texts_.contains(source) && ++identifiers_asked_[source] <= few)
    return std::string(identifier_behind(one.content.line(position.line), position.column));
  const OriginalText* text = text_of(source);
  return text == nullptr ? std::string() : std::string(text->identifier(position));
}

// What a token of the generated file was called: by the map's names, else by what stands in the source there.
// Where the map says nothing of the token, nobody renamed it, or nobody knows.
std::optional<std::string> ParsedMap::original_token(const NameToken& token) const {
  const auto segment = map_->find(token.at);
  if (!segment || segment->generated != token.at || !segment->has_original()) return std::nullopt;
  // The source itself is more certain than the map's name, which may be of a step in between.
  std::string identifier = identifier_in(segment->source, segment->original);
  if (!identifier.empty() && !begins_definition(identifier)) return identifier;
  return segment->name != none ? map_->name(segment->name) : std::string(token.text);
}

const FunctionName& ParsedMap::generated_name(const JsFunction& function) const {
  const JsFunctions& functions = *generated_functions();
  generated_names_.resize(functions.all().size());
  auto& name = generated_names_[functions.number_of(function)];
  if (!name) name = std::make_unique<FunctionName>(original_name(function));
  return *name;
}

FunctionName ParsedMap::original_name(const JsFunction& function) const {
  std::vector<std::string> tokens;
  const auto names = generated_functions()->names_of(function);
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto token = original_token(names[i]);
    // A property that has no mapping of its own keeps its name; a variable may have lost it.
    if (!token && names.size() > 1 && i + 1 == names.size()) token = std::string(names[i].text);
    if (token) {
      tokens.push_back(std::move(*token));
    } else {
      tokens.clear();
    }
  }
  return named(function, tokens, NameOrigin::Generated);
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

FunctionName ParsedMap::from_original(const Segment& segment) const {
  FunctionName function;
  const OriginalText* text = text_of(segment.source);
  if (text == nullptr) return function;
  function.origin = NameOrigin::Original;
  const JsFunctions& functions = text->functions_near(segment.original);
  const JsFunction* found = functions.find(segment.original);
  if (found == nullptr) return function;
  std::vector<std::string> tokens;
  for (const NameToken& token : functions.names_of(*found)) tokens.emplace_back(token.text);
  return named(*found, tokens, NameOrigin::Original);
}

ParsedMap::FunctionKey ParsedMap::function_key(Position position, const Segment& segment) const {
  if (scopes_) return {.kind = 0, .source = 0, .index = scopes_->range_at(position)};
  if (!segment.has_original()) return {.kind = 1, .source = 0, .index = 0};
  if (!map_->sources()[segment.source].functions.empty())
    return {.kind = 2,
            .source = segment.source,
            .index = function_map_of(segment.source).index_at(from_one(segment.original))};
  if (const JsFunctions* functions = generated_functions()) {
    const JsFunction* found = functions->find(position);
    if (found == nullptr) return {.kind = 3, .source = 0, .index = none};
    if (!generated_name(*found).name.empty())
      return {.kind = 3, .source = 0, .index = functions->number_of(*found)};
  }
  const OriginalText* text = text_of(segment.source);
  if (text == nullptr) return {.kind = 5, .source = 0, .index = 0};
  const JsFunction* found = text->functions().find(segment.original);
  return {.kind = 4,
          .source = segment.source,
          .index = found == nullptr ? none : text->functions().number_of(*found)};
}

std::vector<Position> ParsedMap::function_boundaries() const {
  std::vector<Position> all;
  if (scopes_) {
    all = scopes_->boundaries();
  } else if (const JsFunctions* functions = generated_functions()) {
    for (const JsFunction& function : functions->all()) {
      all.push_back(function.begin);
      all.push_back(function.end);
    }
  }
  std::ranges::sort(all);
  const auto [first, last] = std::ranges::unique(all);
  all.erase(first, last);
  return all;
}

FunctionName ParsedMap::function_at(Position position, const Segment& segment,
                                    std::vector<InlinedCall>& calls) const {
  if (scopes_)
    if (auto function = scopes_->find(position, calls)) return std::move(*function);
  if (!segment.has_original()) return {};
  if (!map_->sources()[segment.source].functions.empty()) {
    FunctionName function = from_function_map(segment);
    if (function.origin != NameOrigin::None) return function;
  }
  FunctionName generated;
  if (const JsFunctions* functions = generated_functions()) {
    const JsFunction* found = functions->find(position);
    generated.origin = NameOrigin::Generated;
    if (found == nullptr) return generated;
    generated = generated_name(*found);
    if (!generated.name.empty()) return generated;
  }
  // A bundler's wrapper, or a function that lost its name.
  FunctionName original = from_original(segment);
  return original.origin == NameOrigin::None ? generated : original;
}

}  // namespace symkit::sourcemap

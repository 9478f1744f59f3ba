#include "names/swift/old_parser.h"

#include <algorithm>

#include "ground/base/characters.h"
#include "names/swift/known_types.h"
#include "names/swift/limits.h"
#include "names/swift/specialization.h"

namespace symkit::swift {
namespace {

constexpr std::size_t longest_number = 10;

struct OldPhrase {
  std::string_view code;
  std::string_view operands;  // see OldParser::operand
  std::string_view words;
};

// Longer codes first.
constexpr std::array old_metadata = std::to_array<OldPhrase>({
    {"P", "T", "generic type metadata pattern for %0"},
    {"a", "T", "type metadata accessor for %0"},
    {"L", "T", "lazy cache variable for type metadata for %0"},
    {"m", "T", "metaclass for %0"},
    {"n", "T", "nominal type descriptor for %0"},
    {"f", "T", "full type metadata for %0"},
    {"p", "P", "protocol descriptor for %0"},
    {"Rf", "T", "reflection metadata field descriptor %0"},
    {"Ra", "C", "reflection metadata associated type descriptor %0"},
    {"Rb", "T", "reflection metadata builtin descriptor %0"},
    {"", "T", "type metadata for %0"},
});

constexpr std::array old_witnesses = std::to_array<OldPhrase>({
    {"V", "T", "value witness table for %0"},
    {"o", "E", "witness table offset for %0"},
    {"vd", "E", "direct field offset for %0"},
    {"vi", "E", "indirect field offset for %0"},
    {"P", "C", "protocol witness table for %0"},
    {"G", "C", "generic protocol witness table for %0"},
    {"I", "C", "instantiation function for generic protocol witness table for %0"},
    {"l", "TC", "lazy protocol witness table accessor for type %0 and conformance %1"},
    {"L", "TC", "lazy protocol witness table cache variable for type %0 and conformance %1"},
    {"a", "C", "protocol witness table accessor for %0"},
    {"t", "CD", "associated type metadata accessor for %1 in %0"},
    {"T", "CDP", "associated type witness table accessor for %1 : %2 in %0"},
});

struct OldAttribute {
  std::string_view code;
  std::string_view words;
};

constexpr std::array old_attributes = std::to_array<OldAttribute>({
    {"To", "@objc "},
    {"TO", "@nonobjc "},
    {"TD", "dynamic "},
    {"Td", "super "},
    {"TV", "override "},
});

}  // namespace

char OldParser::next() {
  const char c = peek();
  if (!text_.empty()) text_.remove_prefix(1);
  return c;
}

bool OldParser::take(char c) {
  if (text_.empty() || text_.front() != c) return false;
  text_.remove_prefix(1);
  return true;
}

bool OldParser::take(std::string_view text) {
  if (!text_.starts_with(text)) return false;
  text_.remove_prefix(text.size());
  return true;
}

std::optional<std::uint64_t> OldParser::natural() {
  if (!is_digit(peek())) return std::nullopt;
  std::uint64_t number = 0;
  while (is_digit(peek())) {
    number = number * 10 + static_cast<std::uint64_t>(next() - '0');
    if (number > greatest_number) return std::nullopt;
  }
  return number;
}

std::optional<std::uint64_t> OldParser::index() {
  if (take('_')) return 0;
  const auto number = natural();
  if (!number || !take('_')) return std::nullopt;
  return *number + 1;
}

// For generic parameters. If there are too many, the first are printed as usual.
std::optional<std::uint64_t> OldParser::parameter_count() {
  if (take('z')) return 0;
  const std::size_t digits = std::min(text_.find_first_not_of("0123456789"), text_.size());
  if (digits < longest_number) {
    const auto number = index();
    return number ? std::optional(*number + 1) : std::nullopt;
  }
  text_.remove_prefix(digits);
  return take('_') ? std::optional(greatest_number) : std::nullopt;
}

// As many as the preceding number says.
std::optional<std::string_view> OldParser::letters() {
  const auto size = natural();
  if (!size || *size == 0 || *size > text_.size()) return std::nullopt;
  const std::string_view found = text_.substr(0, *size);
  text_.remove_prefix(found.size());
  return found;
}

Node* OldParser::remember(Node* node) { return node != nullptr && known_.push(node) ? node : nullptr; }

Node* OldParser::parse() {
  Pile<Node*> parts(make_.arena());
  if (!take("_T") || !attributes(parts) || !global(parts)) return nullptr;
  if (!text_.empty() && !parts.push(make_.leaf(Kind::Suffix, text_))) return nullptr;
  return make_.node(Kind::Global, parts.from(0));
}

// Specialisations precede the name as names, each with its own "_T".
bool OldParser::attributes(Pile<Node*>& parts) {
  if (take("TS")) {
    do {
      Node* one = specialization();
      if (one == nullptr || !parts.push(one)) return false;
      known_.cut(0);
    } while (take("_TTS"));
    if (!take("_T")) return false;
  }
  for (const OldAttribute& row : old_attributes)
    if (take(row.code)) return parts.push(make_.leaf(Kind::Attribute, row.words));
  return true;
}

bool OldParser::global(Pile<Node*>& parts) {
  const Level level(*this);
  if (level.too_deep()) return false;
  Node* node = nullptr;
  if (take('M')) {
    node = metadata();
  } else if (take("PA")) {
    const std::string_view words =
        take('o') ? "partial apply ObjC forwarder|partial apply" : "partial apply forwarder|partial apply";
    Pile<Node*> forwarded(make_.arena());
    if (take("__T") && (!attributes(forwarded) || !global(forwarded))) return false;
    node = make_.node(Kind::PartialApply, forwarded.from(0), words);
  } else if (take('t')) {
    Node* shown = type();
    node = shown == nullptr ? nullptr : make_.with_gaps(Kind::TypeMangling, {shown, nullptr});
  } else if (take('w')) {
    node = value_witness_entry();
  } else if (take('W')) {
    node = witness();
  } else if (take('T')) {
    node = thunk();
  } else {
    node = entity();
  }
  return node != nullptr && parts.push(node);
}

Node* OldParser::metadata() {
  for (const OldPhrase& row : old_metadata)
    if (take(row.code)) return phrase(row.operands, row.words);
  return nullptr;
}

Node* OldParser::witness() {
  for (const OldPhrase& row : old_witnesses)
    if (take(row.code)) return phrase(row.operands, row.words);
  return nullptr;
}

Node* OldParser::value_witness_entry() {
  const std::string_view name = value_witness(text_.substr(0, 2));
  if (name.empty()) return nullptr;
  text_.remove_prefix(2);
  return make_.node(Kind::Phrase, {make_.leaf(Kind::Word, name), type()},
                    "%0 value witness for %1|%0 for %1");
}

Node* OldParser::thunk() {
  if (take('W')) return phrase("CE", "protocol witness for %1 in conformance %0");
  const bool helper = take('R');
  if (!helper && !take('r')) return nullptr;
  Node* signature = nullptr;
  if (take('G') && (signature = generic_signature()) == nullptr) return nullptr;
  Node* to = type();
  Node* from = type();
  if (signature == nullptr)
    return make_.node(Kind::Phrase, {from, to},
                      helper ? "reabstraction thunk helper from %0 to %1|thunk for %0"
                             : "reabstraction thunk from %0 to %1|thunk for %0");
  return make_.node(Kind::Phrase, {from, to, signature},
                    helper ? "reabstraction thunk helper %2 from %0 to %1|thunk for %0"
                           : "reabstraction thunk %2 from %0 to %1|thunk for %0");
}

Node* OldParser::operand(char kind) {
  switch (kind) {
    case 'T': return type();
    case 'C': return conformance();
    case 'P': return protocol();
    case 'E': return entity();
    default: return declaration_name();
  }
}

Node* OldParser::phrase(std::string_view operands, std::string_view words) {
  std::array<Node*, 3> taken{};
  for (std::size_t i = 0; i < operands.size(); ++i)
    if ((taken[i] = operand(operands[i])) == nullptr) return nullptr;
  return make_.node(Kind::Phrase, std::span(taken).first(operands.size()), words);
}

Node* OldParser::specialization() {
  if (take('g')) return generic_specialization("generic specialization");
  if (take('r')) return generic_specialization("generic not re-abstracted specialization");
  return take('f') ? function_specialization() : nullptr;
}

// Each type, with the conformances that it was specialised with, ends with '_', and so does the complete
// list.
Node* OldParser::generic_specialization(std::string_view description) {
  Pile<Node*> parts(make_.arena());
  if (take('q') && !parts.push(make_.leaf(Kind::Word, "serialized"))) return nullptr;
  if (!is_digit(next())) return nullptr;
  while (!take('_')) {
    Pile<Node*> with(make_.arena());
    Node* specialized = type();
    if (specialized == nullptr || !with.push(specialized)) return nullptr;
    while (!take('_')) {
      Node* one = conformance();
      if (one == nullptr || !with.push(one)) return nullptr;
    }
    std::string words = "%0";
    for (std::size_t i = 1; i < with.size() && i < 10; ++i)
      words += (i == 1 ? " with %" : " and %") + std::to_string(i);
    Node* part = make_.node(Kind::Phrase, with.from(0), make_.arena().text(words));
    if (part == nullptr || !parts.push(part)) return nullptr;
  }
  return make_.node(Kind::Specialization, parts.from(0), description);
}

Node* OldParser::function_specialization() {
  Pile<Node*> parts(make_.arena());
  if (take('q') && !parts.push(make_.leaf(Kind::Word, "serialized"))) return nullptr;
  if (!is_digit(next())) return nullptr;
  std::uint64_t arguments = 0;
  for (; !take('_'); ++arguments) {
    Node* argument = argument_specialization();
    if (argument == nullptr || !parts.push(argument) || !take('_')) return nullptr;
  }
  return make_.node(Kind::Specialization, parts.from(0), "function signature specialization", arguments + 1);
}

Node* OldParser::argument_specialization() {
  const auto leaf = [&](std::uint64_t kind, std::string_view words = {}) {
    return make_.leaf(Kind::SpecializedArgument, words, kind);
  };
  if (take('n')) return leaf(specialization::unchanged);
  if (take("cl")) {
    const auto name = letters();
    if (!name) return nullptr;
    Pile<Node*> types(make_.arena());
    while (peek() != '_') {
      Node* captured = type();
      if (captured == nullptr || !types.push(captured)) return nullptr;
    }
    return make_.node(Kind::SpecializedArgument,
                      {make_.leaf(Kind::Word, *name), make_.node(Kind::TypeList, types.from(0))},
                      "Closure Propagated", specialization::closure);
  }
  if (take("cp")) return constant_argument();
  if (take('i')) return leaf(specialization::boxed, "Value Promoted from Box");
  if (take('k')) return leaf(specialization::boxed, "Stack Promoted from Box");
  std::uint64_t options = specialization::unchanged;
  if (take('e')) options |= specialization::to_generic;
  if (take('d')) options |= specialization::dead;
  if (take('g')) options |= specialization::owned_to_guaranteed;
  if (take('o')) options |= specialization::guaranteed_to_owned;
  if (take('s')) options |= specialization::exploded;
  return options == specialization::unchanged ? nullptr : leaf(options);
}

Node* OldParser::constant_argument() {
  const bool function = take("fr");
  if (function || take('g')) {
    const auto name = letters();
    if (!name) return nullptr;
    return make_.node(
        Kind::SpecializedArgument, {make_.leaf(Kind::Word, *name), make_.node(Kind::TypeList, {})},
        function ? "Constant Propagated Function" : "Constant Propagated Global", specialization::symbol);
  }
  if (take("se")) {
    const char encoding = next();
    const auto name = take('v') ? letters() : std::nullopt;
    if ((encoding != '0' && encoding != '1') || !name) return nullptr;
    return make_.node(Kind::SpecializedArgument,
                      {make_.leaf(Kind::Word, encoding == '0' ? "u8" : "u16"), make_.leaf(Kind::Word, *name)},
                      "Constant Propagated String", specialization::string);
  }
  const bool real = take("fl");
  if (!real && !take('i')) return nullptr;
  const std::string_view begin = text_;
  while (is_digit(peek())) next();
  const std::string_view digits = begin.substr(0, begin.size() - text_.size());
  if (digits.empty()) return nullptr;
  return make_.node(Kind::SpecializedArgument, {make_.leaf(Kind::Word, digits)},
                    real ? "Constant Propagated Float" : "Constant Propagated Integer",
                    specialization::number);
}

}  // namespace symkit::swift

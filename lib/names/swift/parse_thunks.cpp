// Compiler-generated companions of entities: metadata, witness tables, thunks. Most are a row of a table:
// what they take from the stack, and how they are printed.
#include <algorithm>

#include "names/swift/known_types.h"
#include "names/swift/parser.h"

namespace symkit::swift {
namespace {

// The operands in the order in which they are written; see Parser::operand. Words: as in Kind::Phrase.
struct PhraseRow {
  char letter;
  std::string_view operands;
  std::string_view words;
};

constexpr std::array metadata_rows = std::to_array<PhraseRow>({
    {'A', "C", "reflection metadata associated type descriptor %0"},
    {'B', "T", "reflection metadata builtin descriptor %0"},
    {'C', "G", "reflection metadata superclass descriptor %0"},
    {'D', "T", "demangling cache variable for type metadata for %0"},
    {'F', "T", "reflection metadata field descriptor %0"},
    {'I', "T", "type metadata instantiation cache for %0"},
    {'J', "N", "noncanonical specialized generic type metadata instantiation cache for %0"},
    {'K', "N", "metadata instantiation cache for %0"},
    {'L', "T", "lazy cache variable for type metadata for %0"},
    {'M', "T", "canonical specialized generic metaclass for %0"},
    {'N', "T", "noncanonical specialized generic type metadata for %0"},
    {'P', "T", "generic type metadata pattern for %0"},
    {'Q', "N", "opaque type descriptor for %0"},
    {'R', "T", "mangled name ref for type metadata for %0"},
    {'S', "P", "protocol self-conformance descriptor for %0"},
    {'U', "T", "ObjC metadata update function for %0"},
    {'V', "E", "property descriptor for %0"},
    {'a', "T", "type metadata accessor for %0"},
    {'b', "T", "canonical specialized generic type metadata accessor for %0"},
    {'c', "C", "protocol conformance descriptor for %0"},
    {'d', "T", "demangling cache variable for type metadata for %0"},
    {'f', "T", "full type metadata for %0"},
    {'g', "N", "opaque type descriptor accessor for %0"},
    {'h', "N", "opaque type descriptor accessor impl for %0"},
    {'i', "T", "type metadata instantiation function for %0"},
    {'j', "N", "opaque type descriptor accessor key for %0"},
    {'k', "N", "opaque type descriptor accessor var for %0"},
    {'l', "T", "type metadata singleton initialization cache for %0"},
    {'m', "T", "metaclass for %0"},
    {'n', "T", "nominal type descriptor for %0"},
    {'o', "T", "class metadata base offset for %0"},
    {'p', "P", "protocol descriptor for %0"},
    {'q', "N", "uniquable %0"},
    {'r', "T", "type metadata completion function for %0"},
    {'s', "T", "ObjC resilient class stub for %0"},
    {'t', "T", "full ObjC resilient class stub for %0"},
    {'u', "T", "method lookup function for %0"},
    {'z', "T", "flag for loading of canonical specialized generic type metadata for %0"},
});

constexpr std::array witness_rows = std::to_array<PhraseRow>({
    {'C', "E", "enum case for %0"},
    {'G', "C", "generic protocol witness table for %0"},
    {'I', "C", "instantiation function for generic protocol witness table for %0"},
    {'L', "TC", "lazy protocol witness table cache variable for type %0 and conformance %1"},
    {'P', "C", "protocol witness table for %0"},
    {'S', "P", "protocol self-conformance witness table for %0"},
    {'T', "CAT", "associated type witness table accessor for %1 : %2 in %0"},
    {'V', "T", "value witness table for %0"},
    {'a', "C", "protocol witness table accessor for %0"},
    {'b', "CT", "base witness table accessor for %1 in %0"},
    {'l', "TC", "lazy protocol witness table accessor for type %0 and conformance %1"},
    {'p', "C", "protocol witness table pattern for %0"},
    {'r', "C", "resilient protocol witness table for %0"},
    {'t', "CD", "associated type metadata accessor for %1 in %0"},
});

constexpr std::array thunk_rows = std::to_array<PhraseRow>({
    {'C', "T", "coroutine continuation prototype for %0"},
    {'L', "P", "protocol requirements base descriptor for %0"},
    {'M', "a", "default associated type metadata accessor for %0"},
    {'N', "TAP", "default associated conformance accessor for %0.%1: %2"},
    {'S', "E", "protocol self-conformance witness for %0"},
    {'U', "NT", "%0 with global actor constraint %1"},
    {'V', "EE", "vtable thunk for %1 dispatching to %0|%0"},
    {'W', "CE", "protocol witness for %1 in conformance %0"},
    {'b', "TP", "base conformance descriptor for %0: %1"},
    {'j', "E", "dispatch thunk of %0"},
    {'l', "a", "associated type descriptor for %0"},
    {'n', "TAP", "associated conformance descriptor for %0.%1: %2"},
    {'q', "E", "method descriptor for %0"},
});

struct AttributeRow {
  char letter;
  std::string_view words;  // after '|': the short form
};

constexpr std::array attribute_rows = std::to_array<AttributeRow>({
    {'D', "dynamic "},
    {'E', "distributed thunk |"},
    {'F', "distributed accessor for |"},
    {'I', "dynamically replaceable thunk for |"},
    {'O', "@nonobjc "},
    {'X', "dynamically replaceable variable for |"},
    {'d', "super "},
    {'m', "merged |"},
    {'o', "@objc "},
    {'u', "async function pointer to "},
    {'x', "dynamically replaceable key for |"},
});

constexpr std::array further_attribute_rows = std::to_array<AttributeRow>({
    {'B', "back deployment fallback for "},
    {'S', "#_hasSymbol query for "},
    {'b', "back deployment thunk for |"},
    {'c', "coro function pointer to "},
    {'d', "default override of "},
});

constexpr std::array outlined_rows = std::to_array<PhraseRow>({
    {'B', "T", "outlined init with take of %0"},
    {'C', "T", "outlined init with copy of %0"},
    {'D', "T", "outlined assign with take of %0"},
    {'F', "T", "outlined assign with copy of %0"},
    {'H', "T", "outlined destroy of %0"},
    {'b', "T", "outlined init with take of %0"},
    {'c', "T", "outlined init with copy of %0"},
    {'d', "T", "outlined assign with take of %0"},
    {'e', "T", "outlined consume of %0"},
    {'f', "T", "outlined assign with copy of %0"},
    {'g', "T", "outlined enum get tag of %0"},
    {'h', "T", "outlined destroy of %0"},
    {'i', "T", "outlined enum tag store of %0"},
    {'j', "T", "outlined enum project data for load of %0"},
    {'r', "T", "outlined retain of %0"},
    {'s', "T", "outlined release of %0"},
    {'y', "T", "outlined copy of %0"},
});

template <class Table>
auto row_of(const Table& table, char letter) -> decltype(table.data()) {
  const auto found = std::ranges::find(table, letter, [](const auto& row) { return row.letter; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace

Node* Parser::operand(char kind) {
  switch (kind) {
    case 'T': return pop_type();
    case 'C': return conformance();
    case 'P': return pop_protocol();
    case 'E': return pop_entity();
    case 'G': return pop_nominal();
    case 'D': return pop_declaration_name();
    case 'A': return dependent_path();
    case 'a': return dependent_name();
    default: return pop();
  }
}

Node* Parser::phrase(std::string_view operands, std::string_view words) {
  std::array<Node*, 3> taken{};
  for (std::size_t i = operands.size(); i-- > 0;)
    if ((taken[i] = operand(operands[i])) == nullptr) return nullptr;
  return make_.node(Kind::Phrase, std::span(taken).first(operands.size()), words);
}

Node* Parser::metadata() {
  const char c = next();
  if (const PhraseRow* row = row_of(metadata_rows, c)) return phrase(row->operands, row->words);
  return c == 'X' ? private_descriptor() : nullptr;
}

Node* Parser::private_descriptor() {
  switch (next()) {
    case 'A': return phrase("TA", "generic parameter reference for associated type %0.%1");
    case 'E': return make_.node(Kind::Phrase, {pop_context()}, "extension descriptor for %0");
    case 'M': return make_.node(Kind::Phrase, {pop_module()}, "module descriptor for %0");
    case 'X': return make_.node(Kind::Phrase, {pop_context()}, "anonymous descriptor %0");
    case 'Y': {
      Node* discriminator = pop();
      return make_.node(Kind::Phrase, {pop_context(), discriminator}, "anonymous descriptor %0.%1");
    }
    default: return nullptr;
  }
}

Node* Parser::witness() {
  const char c = next();
  if (const PhraseRow* row = row_of(witness_rows, c)) return phrase(row->operands, row->words);
  switch (c) {
    case 'J': return differentiability_witness();
    case 'O': return outlined_operation();
    case 'Z':
    case 'z': --at_; return initialised_globals();
    case 'v':
      if (take('d')) return phrase("E", "direct field offset for %0");
      return take('i') ? phrase("E", "indirect field offset for %0") : nullptr;
    default: return nullptr;
  }
}

Node* Parser::value_witness_entry() {
  const std::string_view name = value_witness(text_.substr(at_, 2));
  if (name.empty()) return nullptr;
  at_ += 2;
  return make_.node(Kind::Phrase, {make_.leaf(Kind::Word, name), pop_type()},
                    "%0 value witness for %1|%0 for %1");
}

// For a generic type with its signature.
Node* Parser::outlined_operation() {
  const char c = next();
  const PhraseRow* row = row_of(outlined_rows, c);
  if (row == nullptr) return nullptr;
  // The case of the enum; not printed.
  if ((c == 'i' || c == 'j') && !index()) return nullptr;
  Node* signature = pop(Kind::GenericSignature);
  Node* type = pop_type();
  if (signature == nullptr) return make_.node(Kind::Phrase, {type}, row->words);
  return make_.node(Kind::Phrase, {type, signature}, make_.arena().text(std::string(row->words) + "%1"));
}

Node* Parser::initialised_globals() {
  const bool token = next() == 'z';
  Pile<Node*> names(make_.arena());
  while (pop(Kind::FirstElement) != nullptr) {
    Node* name = pop_declaration_name();
    if (name == nullptr || !names.push(name)) return nullptr;
  }
  std::ranges::reverse(names.from(0));
  Node* list = make_.node(Kind::GlobalList, names.from(0));
  if (names.empty() || pop_context() == nullptr) return nullptr;
  return make_.node(
      Kind::Phrase, {list},
      token ? "one-time initialization token for %0" : "one-time initialization function for %0");
}

Node* Parser::thunk() {
  const char c = next();
  if (const PhraseRow* row = row_of(thunk_rows, c)) return phrase(row->operands, row->words);
  if (const AttributeRow* row = row_of(attribute_rows, c)) return attribute(row->words);
  switch (c) {
    case 'A': return make_.leaf(Kind::PartialApply, "partial apply forwarder|partial apply");
    case 'a': return make_.leaf(Kind::PartialApply, "partial apply ObjC forwarder|partial apply");
    case 'c': return make_.node(Kind::EntityPhrase, {pop_entity()}, "curry thunk of %0");
    case 'Q': return numbered_attribute("(%) await resume partial function for |");
    case 'Y': return numbered_attribute("(%) suspend resume partial function for |");
    case 'v': return outlined_variable();
    case 'e': return bridged_method();
    case 'R':
      return reabstraction_thunk("reabstraction thunk helper from %0 to %1|thunk for %0",
                                 "reabstraction thunk helper %2 from %0 to %1|thunk for %0");
    case 'r':
      return reabstraction_thunk("reabstraction thunk from %0 to %1|thunk for %0",
                                 "reabstraction thunk %2 from %0 to %1|thunk for %0");
    case 'y': return self_reabstraction_thunk();
    case 'Z':
      return completion_handler(
          "checked @objc completion handler block implementation for %2%0 with result type %1");
    case 'z':
      return completion_handler("@objc completion handler block implementation for %2%0 with result type %1");
    case 'K':
    case 'k': --at_; return key_path_thunk();
    case 'H': return key_path_comparison("key path index equality operator for ");
    case 'h': return key_path_comparison("key path index hash operator for ");
    case 'J': return differentiation();
    case 'T': return take('I') ? phrase("E", "identity thunk of %0") : nullptr;
    default: --at_; return further_thunk();
  }
}

Node* Parser::further_thunk() {
  switch (next()) {
    case 'B':
    case 'g': return specialization("generic specialization", false);
    case 'G': return specialization("generic not re-abstracted specialization", false);
    case 's': return specialization("generic pre-specialization", false);
    case 'i': return specialization("inlined generic function", false);
    case 'p': return specialization("generic partial specialization", true);
    case 'P': return specialization("generic not-reabstracted partial specialization", true);
    case 't': {
      // Dropped arguments, followed by the letter of the specialisation.
      do natural();
      while (take('t'));
      const char c = peek();
      return c == 'g' || c == 'G' || c == 'B' ? further_thunk() : nullptr;
    }
    case 'f': return function_specialization();
    case 'w': {
      const AttributeRow* row = row_of(further_attribute_rows, next());
      return row == nullptr ? nullptr : attribute(row->words);
    }
    default: return nullptr;
  }
}

Node* Parser::numbered_attribute(std::string_view words) {
  const auto number = index();
  return number ? make_.leaf(Kind::Attribute, words, *number) : nullptr;
}

Node* Parser::reabstraction_thunk(std::string_view words, std::string_view words_with_signature) {
  Node* signature = pop(Kind::GenericSignature);
  Node* to = pop_type();
  Node* from = pop_type();
  if (signature == nullptr) return make_.node(Kind::Phrase, {from, to}, words);
  return make_.node(Kind::Phrase, {from, to, signature}, words_with_signature);
}

Node* Parser::self_reabstraction_thunk() {
  Node* signature = pop(Kind::GenericSignature);
  Node* self = pop_type();
  Node* to = pop_type();
  Node* from = pop_type();
  if (signature == nullptr)
    return make_.node(Kind::Phrase, {from, to, self}, "reabstraction thunk from %0 to %1 self %2");
  return make_.node(Kind::Phrase, {from, to, self, signature},
                    "reabstraction thunk %3 from %0 to %1 self %2");
}

Node* Parser::completion_handler(std::string_view words) {
  const auto error_flag = index();
  if (!error_flag) return nullptr;
  constexpr std::array<std::string_view, 3> meanings = {"", " nonzero on error", " zero on error"};
  if (*error_flag >= meanings.size()) return nullptr;
  Node* signature = pop(Kind::GenericSignature);
  Node* result = pop_type();
  Node* implementation = pop_type();
  if (result == nullptr || implementation == nullptr) return nullptr;
  return make_.with_gaps(Kind::Phrase, {implementation, result, signature},
                         make_.arena().text(std::string(words) + std::string(meanings[*error_flag])));
}

Node* Parser::key_path_thunk() {
  std::string_view words = next() == 'K' ? "key path getter for %0 : " : "key path setter for %0 : ";
  if (take("mu")) words = "key path unapplied method %0 : ";
  if (take("MA")) words = "key path applied method %0 : ";
  const bool serialized = take('q');
  Node* types = pop_types(Kind::Sequence);
  if (types == nullptr || types->count == 0) return nullptr;
  Node* signature = pop(Kind::GenericSignature);
  Node* declaration = pop();
  if (declaration == nullptr) return nullptr;
  const std::string text = std::string(words) + "%1%2" + (serialized ? ", serialized" : "");
  return make_.with_gaps(Kind::Phrase, {declaration, signature, types}, make_.arena().text(text));
}

Node* Parser::key_path_comparison(std::string_view words) {
  const bool serialized = take('q');
  Node* signature = pop(Kind::GenericSignature);
  Node* types = pop_types(Kind::Tuple);
  if (types == nullptr) return nullptr;
  const std::string text = std::string(words) + "%1%0" + (serialized ? ", serialized" : "");
  return make_.with_gaps(Kind::Phrase, {types, signature}, make_.arena().text(text));
}

Node* Parser::outlined_variable() {
  const auto number = index();
  if (!number) return nullptr;
  if (take('r')) return make_.leaf(Kind::Attribute, "outlined read-only object #% of ", *number);
  return make_.leaf(Kind::Attribute, "outlined variable #% of ", *number);
}

// The bridged values: a letter for the kind of member, and one for each parameter and the result.
Node* Parser::bridged_method() {
  const std::size_t begin = at_;
  const char kind = next();
  if (kind != 'o' && kind != 'p' && kind != 'a' && kind != 'm') return nullptr;
  while (peek() == 'n' || peek() == 'b' || peek() == 'g') ++at_;
  const std::string_view letters = text_.substr(begin, at_ - begin);
  if (!take('_')) return nullptr;
  return make_.node(Kind::Attribute, {make_.leaf(Kind::Word, letters)}, "outlined bridged method (%) of ");
}

}  // namespace symkit::swift

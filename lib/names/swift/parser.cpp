#include "names/swift/parser.h"

#include "ground/base/characters.h"
#include "names/swift/known_types.h"
#include "names/swift/limits.h"
#include "names/swift/punycode.h"

namespace symkit::swift {
namespace {

constexpr std::uint64_t most_repeats = 2048;
constexpr std::size_t longest_identifier = 16 * 1024;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

bool is_nominal_node(const Node* node) { return node != nullptr && is_nominal(node->kind); }

}  // namespace

Node* Parser::parse() {
  Node* suffix = nullptr;
  while (!at_end()) {
    if (peek() == '.') {
      suffix = make_.leaf(Kind::Suffix, text_.substr(at_));
      break;
    }
    Node* node = run_operator();
    if (node == nullptr || !stack_.push(node)) return nullptr;
  }
  return finish(suffix);
}

// Takes what is left on the stack: one entity, below its attributes. A forwarder contains what is below
// it.
Node* Parser::finish(Node* suffix) {
  Pile<Node*> parts(make_.arena());
  bool forwards = false;
  while (Node* attribute = pop_if(is_attribute)) {
    forwards = forwards || attribute->kind == Kind::PartialApply;
    if (!parts.push(attribute)) return nullptr;
  }
  if (stack_.size() > 1 || (stack_.empty() && !forwards)) return nullptr;
  if (!stack_.empty() && !parts.push(stack_.pop())) return nullptr;
  for (std::size_t at = parts.size(); at-- > 0;) {
    if (parts[at]->kind != Kind::PartialApply) continue;
    Node* forwarder = make_.node(Kind::PartialApply, parts.from(at + 1), parts[at]->text);
    parts.cut(at);
    if (forwarder == nullptr || !parts.push(forwarder)) return nullptr;
  }
  if (suffix != nullptr && !parts.push(suffix)) return nullptr;
  return make_.node(Kind::Global, parts.from(0));
}

Node* Parser::run_operator() {
  const char c = next();
  switch (c) {
    case 'A': return substitution();
    case 'B': return builtin_type();
    case 'C': return nominal_type(Kind::Class);
    case 'D': return type_mangling();
    case 'E': return extension();
    case 'F': return plain_function();
    case 'G': return bound_generic();
    case 'H': return conformance_operator();
    case 'I': return impl_function_type();
    case 'K': return make_.leaf(Kind::Throws);
    case 'L': return local_name();
    case 'M': return metadata();
    case 'N': return phrase("T", "type metadata for %0");
    case 'O': return nominal_type(Kind::Enum);
    case 'P': return nominal_type(Kind::Protocol);
    case 'Q': return archetype();
    case 'R': return requirement();
    case 'S': return standard_substitution();
    case 'T': return thunk();
    case 'V': return nominal_type(Kind::Structure);
    case 'W': return witness();
    case 'X': return special_type();
    case 'Y': return type_annotation();
    case 'Z': return make_.node(Kind::EntityPhrase, {pop_entity()}, "static %0");
    default: return run_further_operator(c);
  }
}

Node* Parser::run_further_operator(char c) {
  switch (c) {
    case 'a': return nominal_type(Kind::TypeAlias);
    case 'c': return function_type("", true);
    case 'd': return make_.leaf(Kind::Variadic);
    case 'f': return function_entity();
    case 'g': return retroactive();
    case 'h': return qualified("__shared ");
    case 'i': return accessor(subscript());
    case 'l': return generic_signature(false);
    case 'm': return as_type(make_.node(Kind::Metatype, {pop_type()}));
    case 'n': return qualified("__owned ");
    case 'o': return operator_name();
    case 'p': return as_type(pop_protocol_list());
    case 'q': return as_type(generic_parameter());
    case 'r': return generic_signature(true);
    case 's': return make_.leaf(Kind::Module, swift_module);
    case 't': return tuple();
    case 'u': return generic_type();
    case 'v': return accessor(named_entity(Kind::Variable));
    case 'w': return value_witness_entry();
    case 'x': return as_type(make_.leaf(Kind::GenericParameter));
    case 'y': return make_.leaf(Kind::EmptyList);
    case 'z': return qualified("inout ");
    case '_': return make_.leaf(Kind::FirstElement);
    case '$': return integer_type();
    default: break;
  }
  if (!is_digit(c)) return nullptr;  // including a symbolic reference: an address in the program's memory
  --at_;
  return identifier();
}

bool Parser::take(char c) {
  if (peek() != c || at_end()) return false;
  ++at_;
  return true;
}

bool Parser::take(std::string_view text) {
  if (!text_.substr(at_).starts_with(text)) return false;
  at_ += text.size();
  return true;
}

std::optional<std::uint64_t> Parser::natural(std::uint64_t greatest) {
  if (!is_digit(peek())) return std::nullopt;
  std::uint64_t number = 0;
  while (is_digit(peek())) {
    const auto digit = static_cast<std::uint64_t>(next() - '0');
    if (number > (greatest - digit) / 10) return std::nullopt;
    number = number * 10 + digit;
  }
  return number;
}

std::optional<std::uint64_t> Parser::index(std::uint64_t greatest) {
  if (take('_')) return 0;
  const auto number = natural(greatest);
  if (!number || !take('_')) return std::nullopt;
  return *number + 1;
}

Node* Parser::pop() { return stack_.empty() ? nullptr : stack_.pop(); }

Node* Parser::pop(Kind kind) {
  return !stack_.empty() && stack_.top()->kind == kind ? stack_.pop() : nullptr;
}

Node* Parser::pop_type() { return !stack_.empty() && stack_.top()->is_type ? stack_.pop() : nullptr; }

Node* Parser::pop_entity() {
  return !stack_.empty() && (stack_.top()->is_type || is_context(stack_.top()->kind)) ? stack_.pop()
                                                                                      : nullptr;
}

Node* Parser::pop_module() {
  if (const Node* name = pop(Kind::Identifier)) return make_.leaf(Kind::Module, name->text);
  return pop(Kind::Module);
}

Node* Parser::pop_context() {
  if (Node* module = pop_module()) return module;
  return pop_if(is_context);
}

Node* Parser::pop_nominal() {
  Node* type = pop_type();
  return is_nominal_node(type) ? type : nullptr;
}

Node* Parser::pop_protocol() {
  if (Node* type = pop_type()) return type->kind == Kind::Protocol ? type : nullptr;
  Node* name = pop_declaration_name();
  Node* context = pop_context();
  return as_type(make_.node(Kind::Protocol, {context, name}));
}

Node* Parser::pop_type_list() {
  return pop_marked_list(Kind::TypeList, [&] { return pop_type(); });
}

Node* Parser::pop_types(Kind kind) {
  std::size_t begin = stack_.size();
  while (begin > 0 && stack_[begin - 1]->is_type) --begin;
  Node* list = make_.node(kind, stack_.from(begin));
  stack_.cut(begin);
  return list;
}

Node* Parser::pop_protocol_list() {
  return make_.node(Kind::ProtocolList, {pop_marked_list(Kind::TypeList, [&] { return pop_protocol(); })});
}

Node* Parser::remember(Node* node) { return node != nullptr && known_.push(node) ? node : nullptr; }

// A length and the letters; with words that occurred before ("0…"), or in Punycode ("00…").
Node* Parser::identifier() {
  bool words = false;
  bool punycode = false;
  if (take('0')) (take('0') ? punycode : words) = true;
  std::string name;
  do {
    while (words && (is_lower(peek()) || is_upper(peek())))
      if (!append_word(name, next(), words)) return nullptr;
    if (take('0')) break;
    const auto size = natural();
    if (!size || *size == 0) return nullptr;
    if (punycode) take('_');
    if (*size > text_.size() - at_ || name.size() + *size > longest_identifier) return nullptr;
    const std::string_view part = text_.substr(at_, *size);
    at_ += part.size();
    if (!punycode && !words && name.empty()) {
      note_words(part);
      return remember(make_.leaf(Kind::Identifier, part));
    }
    if (punycode) {
      if (part.size() > punycode_left_) return nullptr;
      punycode_left_ -= part.size();
      const auto decoded = decode_punycode(part);
      if (!decoded) return nullptr;
      name += *decoded;
    } else {
      note_words(part);
      name += part;
    }
  } while (words);
  if (name.empty()) return nullptr;
  return remember(make_.leaf(Kind::Identifier, make_.arena().text(name)));
}

// A lower-case letter is followed by more words, an upper-case one by letters or the end.
bool Parser::append_word(std::string& name, char letter, bool& more) {
  more = is_lower(letter);
  const auto word = static_cast<std::size_t>(letter - (more ? 'a' : 'A'));
  if (word >= word_count_ || name.size() > longest_identifier) return false;
  name += words_[word];
  return true;
}

// A word begins with a letter and ends before an underscore, or before a capital after a small letter.
void Parser::note_words(std::string_view text) {
  std::size_t begin = 0;
  bool within = false;
  for (std::size_t at = 0; at <= text.size() && word_count_ < words_.size(); ++at) {
    const char c = at < text.size() ? text[at] : '_';
    if (within && (c == '_' || (is_upper(c) && !is_upper(text[at - 1])))) {
      if (at - begin >= 2) words_[word_count_++] = text.substr(begin, at - begin);
      within = false;
    }
    if (!within && !is_digit(c) && c != '_') {
      within = true;
      begin = at;
    }
  }
}

Node* Parser::operator_name() {
  const Node* name = pop(Kind::Identifier);
  if (name == nullptr) return nullptr;
  std::string characters;
  for (const char c : name->text) {
    const bool ascii = static_cast<unsigned char>(c) < 0x80;
    const char character = ascii ? operator_character(c) : c;
    if (character == '\0') return nullptr;
    characters += character;
  }
  const std::string_view text = make_.arena().text(characters);
  switch (next()) {
    case 'i': return make_.leaf(Kind::InfixOperator, text);
    case 'p': return make_.leaf(Kind::PrefixOperator, text);
    case 'P': return make_.leaf(Kind::PostfixOperator, text);
    default: return nullptr;
  }
}

Node* Parser::local_name() {
  if (take('L')) {
    Node* file = pop(Kind::Identifier);
    Node* name = pop_declaration_name();
    return make_.node(Kind::PrivateName, {file, name});
  }
  if (take('l')) {
    Node* file = pop(Kind::Identifier);
    return file == nullptr ? nullptr : make_.with_gaps(Kind::PrivateName, {file, nullptr});
  }
  const char c = peek();
  if ((c >= 'a' && c <= 'j') || (c >= 'A' && c <= 'J')) {
    const std::string_view relation = text_.substr(at_++, 1);
    return make_.node(Kind::RelatedName, {pop_declaration_name()}, relation);
  }
  const auto number = index();
  if (!number) return nullptr;
  return make_.node(Kind::LocalName, {pop_declaration_name()}, {}, *number);
}

// "AbC": the second known node, then the third.
Node* Parser::substitution() {
  std::uint64_t number = 0;
  bool numbered = false;
  while (!at_end()) {
    const char c = next();
    if (c == '_') {
      const std::uint64_t at = numbered ? number + 27 : 26;
      return at < known_.size() ? known_[at] : nullptr;
    }
    if (is_digit(c)) {
      --at_;
      const auto value = natural();
      if (!value) return nullptr;
      number = *value;
      numbered = true;
      continue;
    }
    if (!is_lower(c) && !is_upper(c)) return nullptr;
    const auto at = static_cast<std::size_t>(c - (is_lower(c) ? 'a' : 'A'));
    if (at >= known_.size()) return nullptr;
    Node* node = repeated(known_[at], numbered ? number : 1);
    if (node == nullptr || is_upper(c)) return node;
    if (!stack_.push(node)) return nullptr;
    numbered = false;
  }
  return nullptr;
}

// The node this often on the stack, the last time as the result.
Node* Parser::repeated(Node* node, std::uint64_t times) {
  if (times > most_repeats) return nullptr;
  for (; times > 1; --times)
    if (!stack_.push(node)) return nullptr;
  return node;
}

Node* Parser::standard_substitution() {
  if (take('o')) return make_.leaf(Kind::Module, c_module);
  if (take('C')) return make_.leaf(Kind::Module, synthesized_module);
  Node* module = make_.leaf(Kind::Module, swift_module);
  if (module == nullptr) return nullptr;
  if (take('g')) {
    Node* optional = make_.node(Kind::Enum, {module, make_.leaf(Kind::Identifier, "Optional")});
    Node* arguments = make_.node(Kind::TypeList, {pop_type()});
    return remember(as_type(make_.node(Kind::BoundGeneric, {optional, arguments})));
  }
  const auto times = natural();
  const KnownType* known = take('c') ? second_known_type(next()) : known_type(next());
  if (known == nullptr) return nullptr;
  Node* type = as_type(make_.node(known->kind, {module, make_.leaf(Kind::Identifier, known->name)}));
  return type == nullptr ? nullptr : repeated(type, times.value_or(1));
}

}  // namespace symkit::swift

// The old mangling's entities, contexts and names.
#include "names/swift/entity_names.h"
#include "names/swift/known_types.h"
#include "names/swift/old_parser.h"
#include "names/swift/punycode.h"

namespace symkit::swift {
namespace {

bool begins_entity(char c) {
  constexpr std::string_view beginnings = "FIivPZCVO";
  return c != '\0' && beginnings.find(c) != std::string_view::npos;
}

}  // namespace

Node* OldParser::entity() {
  const Level level(*this);
  if (level.too_deep()) return nullptr;
  const bool is_static = take('Z');
  Node* node = nullptr;
  switch (const char c = next()) {
    case 'F':
    case 'v':
    case 'I':
    case 'i': node = entity_of_kind(c); break;
    case 'C': node = nominal(Kind::Class); break;
    case 'V': node = nominal(Kind::Structure); break;
    case 'O': node = nominal(Kind::Enum); break;
    case 'P': node = nominal(Kind::Protocol); break;
    default: return nullptr;
  }
  return is_static ? make_.node(Kind::EntityPhrase, {node}, "static %0") : node;
}

Node* OldParser::entity_of_kind(char kind) {
  Node* outer = context();
  if (outer == nullptr) return nullptr;
  if (kind == 'I') return initializer(outer);
  if (kind == 'F') {
    if (take('D'))
      return make_.node(Kind::Deinit, {outer}, is_class(outer) ? "__deallocating_deinit" : "deinit");
    if (take('Z'))
      return make_.node(Kind::Deinit, {outer}, is_class(outer) ? "__isolated_deallocating_deinit" : "deinit");
    if (take('d')) return make_.node(Kind::Deinit, {outer}, "deinit");
    if (take('e')) return make_.node(Kind::Deinit, {outer}, "__ivar_initializer");
    if (take('E')) return make_.node(Kind::Deinit, {outer}, "__ivar_destroyer");
    const bool allocating = take('C');
    if (allocating || take('c')) {
      Node* signature = type();
      if (signature == nullptr) return nullptr;
      return make_.with_gaps(Kind::Constructor, {outer, nullptr, nullptr, signature},
                             allocating && is_class(outer) ? "__allocating_init" : "init");
    }
    const bool is_explicit = take('U');
    if (is_explicit || take('u')) {
      const auto number = index();
      Node* signature = type();
      if (!number || signature == nullptr) return nullptr;
      return make_.with_gaps(Kind::Closure, {outer, nullptr, nullptr, signature},
                             is_explicit ? "closure #" : "implicit closure #", *number + 1);
    }
    const char c = peek();
    if (c == 'a' || c == 'l') {
      next();
      return accessor(outer, addressor_name(next(), c == 'a'));
    }
    constexpr std::string_view accessors = "gGsmwWrM";
    if (accessors.contains(c)) {
      next();
      return accessor(outer, accessor_name(c));
    }
  }
  if (kind == 'i') {
    // A subscript has no other name.
    const Node* name = declaration_name();
    Node* signature = type();
    if (name == nullptr || signature == nullptr) return nullptr;
    return make_.with_gaps(Kind::Subscript, {outer, nullptr, nullptr, signature});
  }
  Node* name = declaration_name();
  Node* signature = type();
  if (name == nullptr || signature == nullptr) return nullptr;
  return make_.with_gaps(kind == 'v' ? Kind::Variable : Kind::Function, {outer, name, nullptr, signature});
}

Node* OldParser::accessor(Node* outer, std::string_view accessor_name) {
  Node* name = declaration_name();
  Node* signature = type();
  if (accessor_name.empty() || name == nullptr || signature == nullptr) return nullptr;
  const bool subscript = name->kind == Kind::Identifier && name->text == "subscript";
  Node* storage = make_.with_gaps(subscript ? Kind::Subscript : Kind::Variable,
                                  {outer, subscript ? nullptr : name, nullptr, signature});
  return make_.node(Kind::Accessor, {storage}, accessor_name);
}

Node* OldParser::initializer(Node* outer) {
  if (take('i')) return make_.node(Kind::Part, {outer}, "variable initialization expression", unnumbered);
  const auto number = take('A') ? index() : std::nullopt;
  return number ? make_.node(Kind::Part, {outer}, "default argument ", *number) : nullptr;
}

Node* OldParser::context() {
  const Level level(*this);
  if (level.too_deep()) return nullptr;
  if (take('E')) return extension(false);
  if (take('e')) return extension(true);
  if (take('S')) return substitution();
  if (take('G')) return bound_generic();
  return begins_entity(peek()) ? entity() : module();
}

Node* OldParser::extension(bool constrained) {
  Node* defined_in = module();
  Node* signature = constrained ? generic_signature() : nullptr;
  if (constrained && signature == nullptr) return nullptr;
  Node* extended = context();
  if (defined_in == nullptr || extended == nullptr) return nullptr;
  return make_.with_gaps(Kind::Extension, {defined_in, extended, signature});
}

Node* OldParser::module() {
  if (take('s')) return make_.leaf(Kind::Module, swift_module);
  if (take('S')) {
    Node* known = substitution();
    return known != nullptr && known->kind == Kind::Module ? known : nullptr;
  }
  const Node* name = identifier();
  return name == nullptr || name->kind != Kind::Identifier ? nullptr
                                                           : remember(make_.leaf(Kind::Module, name->text));
}

Node* OldParser::nominal(Kind kind) {
  Node* outer = context();
  Node* name = declaration_name();
  return remember(as_type(make_.node(kind, {outer, name})));
}

// A known protocol, or one in a known module; otherwise context and name.
Node* OldParser::protocol() {
  if (take('S')) {
    Node* known = substitution();
    if (known == nullptr || known->kind == Kind::Protocol) return known;
    return known->kind == Kind::Module
               ? remember(as_type(make_.node(Kind::Protocol, {known, declaration_name()})))
               : nullptr;
  }
  return nominal(Kind::Protocol);
}

Node* OldParser::declaration_name() {
  const Level level(*this);
  if (level.too_deep()) return nullptr;
  if (take('L')) {
    const auto number = index();
    Node* name = declaration_name();
    return number ? make_.node(Kind::LocalName, {name}, {}, *number) : nullptr;
  }
  if (take('P')) {
    Node* file = identifier();
    Node* name = declaration_name();
    return make_.node(Kind::PrivateName, {file, name});
  }
  return identifier();
}

Node* OldParser::identifier() {
  const bool punycode = take('X');
  Kind kind = Kind::Identifier;
  if (take('o')) {
    switch (next()) {
      case 'p': kind = Kind::PrefixOperator; break;
      case 'P': kind = Kind::PostfixOperator; break;
      case 'i': kind = Kind::InfixOperator; break;
      default: return nullptr;
    }
  }
  const auto encoded = letters();
  if (!encoded) return nullptr;
  if (!punycode && kind == Kind::Identifier) return make_.leaf(kind, *encoded);
  std::string text(*encoded);
  if (punycode) {
    const auto decoded = decode_punycode(*encoded);
    if (!decoded) return nullptr;
    text = *decoded;
  }
  if (kind != Kind::Identifier) {
    for (char& c : text) {
      if (static_cast<unsigned char>(c) >= 0x80) continue;
      c = operator_character(c);
      if (c == '\0') return nullptr;
    }
  }
  return make_.leaf(kind, make_.arena().text(text));
}

// After the 'S'.
Node* OldParser::substitution() {
  const auto in_swift = [&](Kind kind, std::string_view name) {
    return as_type(
        make_.node(kind, {make_.leaf(Kind::Module, swift_module), make_.leaf(Kind::Identifier, name)}));
  };
  if (take('o')) return make_.leaf(Kind::Module, c_module);
  if (take('C')) return make_.leaf(Kind::Module, synthesized_module);
  if (take('c')) return in_swift(Kind::Structure, "UnicodeScalar");
  if (take('Q')) return in_swift(Kind::Enum, "ImplicitlyUnwrappedOptional");
  constexpr std::string_view shared_with_new = "abdfiVvPpqRrSu";
  if (peek() != '\0' && shared_with_new.find(peek()) != std::string_view::npos) {
    const KnownType* known = known_type(next());
    return in_swift(known->kind, known->name);
  }
  const auto number = index();
  return number && *number < known_.size() ? known_[*number] : nullptr;
}

}  // namespace symkit::swift

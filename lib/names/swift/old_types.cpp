// The old mangling's types, generic signatures and conformances.

#include "ground/base/characters.h"
#include "names/swift/known_types.h"
#include "names/swift/limits.h"
#include "names/swift/old_parser.h"

namespace symkit::swift {
namespace {

std::string_view convention_of_parameter(char c) {
  switch (c) {
    case 'd': return "@unowned";
    case 'e': return "@deallocating";
    case 'g': return "@guaranteed";
    case 'G': return "@in_guaranteed";
    case 'i': return "@in";
    case 'l': return "@inout";
    case 'b': return "@inout_aliasable";
    case 'o': return "@owned";
    default: return {};
  }
}

std::string_view convention_of_result(char c) {
  switch (c) {
    case 'a': return "@autoreleased";
    case 'd': return "@unowned";
    case 'D': return "@unowned_inner_pointer";
    case 'i': return "@out";
    case 'o': return "@owned";
    default: return {};
  }
}

std::string_view convention_of_callee(char c) {
  switch (c) {
    case 'd': return "@callee_unowned";
    case 'g': return "@callee_guaranteed";
    case 'o': return "@callee_owned";
    case 't': return "@convention(thin)";
    default: return {};
  }
}

}  // namespace

Node* OldParser::type() {
  const Level level(*this);
  if (level.too_deep()) return nullptr;
  return as_type(type_after(next()));
}

Node* OldParser::type_after(char c) {
  switch (c) {
    case 'B': return builtin_type();
    case 'C': return nominal(Kind::Class);
    case 'D': return make_.node(Kind::DynamicSelf, {type()});
    case 'E': return take("RR") ? make_.leaf(Kind::ErrorType) : nullptr;
    case 'F':
    case 'f': return function_type("");
    case 'G': return bound_generic();
    case 'K': return function_type("@autoclosure ");
    case 'M': return make_.node(Kind::Metatype, {type()});
    case 'O': return nominal(Kind::Enum);
    case 'P':
      if (take('M')) return make_.node(Kind::ExistentialMetatype, {type()});
      return protocol_list();
    case 'Q': return archetype();
    case 'R': return make_.node(Kind::Qualified, {type()}, "inout ");
    case 'S': {
      Node* known = substitution();
      return known != nullptr && known->is_type ? known : nullptr;
    }
    case 'T': return tuple(false);
    case 'V': return nominal(Kind::Structure);
    case 'W': return dependent_members();
    case 'X': return special_type();
    case 'a': return nominal(Kind::TypeAlias);
    case 'b': return function_type("@convention(block) ");
    case 'c': return function_type("@convention(c) ");
    case 'q': {
      if (peek() == 'd' || peek() == '_' || is_digit(peek())) return generic_parameter();
      Node* base = type();
      return make_.node(Kind::DependentMember, {base, dependent_name()});
    }
    case 't': return tuple(true);
    case 'u': {
      Node* signature = generic_signature();
      return signature == nullptr ? nullptr : make_.node(Kind::GenericType, {signature, type()});
    }
    case 'w': return dependent_member();
    case 'x': return make_.leaf(Kind::GenericParameter);
    default: return nullptr;
  }
}

Node* OldParser::special_type() {
  switch (next()) {
    case 'F': return impl_function_type();
    case 'M': return metatype(Kind::Metatype);
    case 'P': return take('M') ? metatype(Kind::ExistentialMetatype) : nullptr;
    case 'b': return make_.node(Kind::Qualified, {type()}, "@box ");
    case 'f': return function_type("@convention(thin) ");
    case 'o': return make_.node(Kind::Qualified, {type()}, "unowned ");
    case 'u': return make_.node(Kind::Qualified, {type()}, "unowned(unsafe) ");
    case 'w': return make_.node(Kind::Qualified, {type()}, "weak ");
    default: return nullptr;
  }
}

Node* OldParser::builtin_type() {
  const char c = next();
  switch (c) {
    case 'b': return make_.leaf(Kind::Builtin, "Builtin.BridgeObject");
    case 'B': return make_.leaf(Kind::Builtin, "Builtin.UnsafeValueBuffer");
    case 'O': return make_.leaf(Kind::Builtin, "Builtin.UnknownObject");
    case 'o': return make_.leaf(Kind::Builtin, "Builtin.NativeObject");
    case 'p': return make_.leaf(Kind::Builtin, "Builtin.RawPointer");
    case 't': return make_.leaf(Kind::Builtin, "Builtin.SILToken");
    case 'w': return make_.leaf(Kind::Builtin, "Builtin.Word");
    default: break;
  }
  const auto number = natural();
  if (!number || *number > widest_integer) return nullptr;
  const std::string digits = std::to_string(*number);
  if (c == 'i' || c == 'f') {
    if (!take('_')) return nullptr;
    return make_.leaf(Kind::Builtin,
                      make_.arena().text((c == 'i' ? "Builtin.Int" : "Builtin.FPIEEE") + digits));
  }
  if (c != 'v' || !take('B')) return nullptr;
  const std::string vector = "Builtin.Vec" + digits + "x";
  if (take('p')) return make_.leaf(Kind::Builtin, make_.arena().text(vector + "RawPointer"));
  const bool integer = take('i');
  if (!integer && !take('f')) return nullptr;
  const auto width = natural();
  if (!width || *width > widest_integer || !take('_')) return nullptr;
  return make_.leaf(Kind::Builtin,
                    make_.arena().text(vector + (integer ? "Int" : "FPIEEE") + std::to_string(*width)));
}

// A list of arguments for each of the nested types, the outermost first.
Node* OldParser::bound_generic() {
  Node* nominal = type();
  Pile<Node*> levels(make_.arena());
  for (Node* at = nominal; at != nullptr && is_nominal(at->kind); at = at->child(Slot::Context))
    if (!levels.push(at)) return nullptr;
  Node* bound = nullptr;
  for (std::size_t i = levels.size(); i-- > 0;) {
    Pile<Node*> arguments(make_.arena());
    while (!take('_')) {
      Node* argument = type();
      if (argument == nullptr || !arguments.push(argument)) return nullptr;
    }
    Node* plain = levels[i];
    if (bound != nullptr) plain = make_.node(plain->kind, {bound, plain->child(Slot::Name)});
    bound = arguments.empty()
                ? plain
                : make_.node(Kind::BoundGeneric, {plain, make_.node(Kind::TypeList, arguments.from(0))});
    if (bound == nullptr) return nullptr;
  }
  return as_type(bound);
}

Node* OldParser::tuple(bool variadic) {
  Pile<Node*> elements(make_.arena());
  while (!take('_')) {
    Node* label = nullptr;
    if ((is_digit(peek()) || peek() == 'o') && (label = identifier()) == nullptr) return nullptr;
    Node* element = type();
    if (element == nullptr) return nullptr;
    if (!elements.push(
            make_.with_gaps(Kind::TupleElement, {element, label}, {}, variadic && peek() == '_' ? 1 : 0)))
      return nullptr;
  }
  return make_.node(Kind::Tuple, elements.from(0));
}

Node* OldParser::function_type(std::string_view convention) {
  Node* error = take('z') ? make_.leaf(Kind::Throws) : nullptr;
  Node* parameters = type();
  Node* result = type();
  if (parameters == nullptr || result == nullptr) return nullptr;
  return make_.with_gaps(Kind::FunctionType,
                         {nullptr, nullptr, nullptr, nullptr, error, nullptr, nullptr, parameters, result},
                         convention);
}

Node* OldParser::protocol_list() {
  Pile<Node*> protocols(make_.arena());
  while (!take('_')) {
    Node* one = protocol();
    if (one == nullptr || !protocols.push(one)) return nullptr;
  }
  return make_.node(Kind::ProtocolList, {make_.node(Kind::TypeList, protocols.from(0))});
}

Node* OldParser::metatype(Kind kind) {
  switch (next()) {
    case 't': return make_.node(kind, {type()}, "@thin ");
    case 'T': return make_.node(kind, {type()}, "@thick ");
    case 'o': return make_.node(kind, {type()}, "@objc_metatype ");
    default: return nullptr;
  }
}

// Placeholders for an unknown type: a protocol's Self, its associated types, an opaque result.
Node* OldParser::archetype() {
  const Level level(*this);
  if (level.too_deep()) return nullptr;
  if (take('u')) return make_.leaf(Kind::OpaqueResult);
  if (take('U')) return index() ? make_.leaf(Kind::OpaqueResult) : nullptr;
  if (take('P')) return make_.node(Kind::AssociatedType, {protocol(), make_.leaf(Kind::Word, "Self")});
  Node* base = nullptr;
  if (take('S')) {
    base = substitution();
  } else if (take('Q')) {
    base = archetype();
  } else {
    return nullptr;
  }
  return remember(as_type(make_.node(Kind::AssociatedType, {base, identifier()})));
}

Node* OldParser::generic_parameter() {
  if (take('x')) return make_.leaf(Kind::GenericParameter);
  const bool nested = take('d');
  const auto depth = nested ? index() : std::optional<std::uint64_t>(0);
  const auto number = index();
  if (!depth || !number) return nullptr;
  return make_.leaf(
      Kind::GenericParameter, {},
      nested ? generic_parameter_number(*depth + 1, *number) : generic_parameter_number(0, *number + 1));
}

Node* OldParser::dependent_name() {
  if (take('S')) {
    Node* known = substitution();
    return known != nullptr && known->kind == Kind::DependentName ? known : nullptr;
  }
  Node* of_protocol = nullptr;
  if (take('P') && (of_protocol = protocol()) == nullptr) return nullptr;
  Node* name = identifier();
  return name == nullptr ? nullptr : remember(make_.with_gaps(Kind::DependentName, {name, of_protocol}));
}

Node* OldParser::dependent_member() {
  Node* base = as_type(generic_parameter());
  return base == nullptr ? nullptr : make_.node(Kind::DependentMember, {base, dependent_name()});
}

Node* OldParser::dependent_members() {
  Node* base = as_type(generic_parameter());
  while (base != nullptr && !take('_'))
    base = as_type(make_.node(Kind::DependentMember, {base, dependent_name()}));
  return base;
}

Node* OldParser::generic_signature() {
  Pile<Node*> parts(make_.arena());
  while (peek() != 'R' && peek() != 'r') {
    const auto count = parameter_count();
    if (!count || !parts.push(make_.leaf(Kind::ParameterCount, {}, *count))) return nullptr;
  }
  if (parts.empty() && !parts.push(make_.leaf(Kind::ParameterCount, {}, 1))) return nullptr;
  if (take('r')) return make_.node(Kind::GenericSignature, parts.from(0));
  next();
  while (!take('r')) {
    Node* one = requirement();
    if (one == nullptr || !parts.push(one)) return nullptr;
  }
  return make_.node(Kind::GenericSignature, parts.from(0));
}

Node* OldParser::requirement() {
  Node* subject = take('w') ? dependent_member() : take('W') ? dependent_members() : generic_parameter();
  if (subject == nullptr) return nullptr;
  if (take('z')) return make_.node(Kind::Requirement, {subject, type()}, " == ");
  if (take('l')) return layout_requirement(subject);
  if (peek() == 'C') return make_.node(Kind::Requirement, {subject, type()}, ": ");
  if (!take('S')) return make_.node(Kind::Requirement, {subject, protocol()}, ": ");
  Node* known = substitution();
  if (known != nullptr && known->kind == Kind::Module)
    known = remember(as_type(make_.node(Kind::Protocol, {known, declaration_name()})));
  return make_.node(Kind::Requirement, {subject, known}, ": ");
}

Node* OldParser::layout_requirement(Node* subject) {
  const char c = next();
  std::string text(layout_name(c));
  if (text.empty()) return nullptr;
  const bool aligned = c == 'E' || c == 'M';
  if (aligned || c == 'e' || c == 'm') {
    const auto size = natural();
    if (!size || (aligned && !take('_'))) return nullptr;
    const auto alignment = aligned ? natural() : std::optional<std::uint64_t>(0);
    if (!alignment) return nullptr;
    text += "(" + std::to_string(*size) + (aligned ? ", " + std::to_string(*alignment) : "") + ")";
  }
  return make_.node(Kind::Requirement, {subject}, make_.arena().text(": " + text));
}

Node* OldParser::conformance() {
  Node* signature = nullptr;
  if (take('u') && (signature = generic_signature()) == nullptr) return nullptr;
  Node* conforming = type();
  Node* conformed_to = conforming == nullptr ? nullptr : protocol();
  Node* defined_in = conformed_to == nullptr ? nullptr : context();
  if (signature != nullptr) conforming = make_.node(Kind::GenericType, {signature, conforming});
  return make_.node(Kind::Conformance, {conforming, conformed_to, defined_in});
}

Node* OldParser::impl_function_type() {
  Pile<Node*> parts(make_.arena());
  const std::string_view callee = convention_of_callee(next());
  if (callee.empty() || !parts.push(make_.leaf(Kind::Word, callee))) return nullptr;
  if (!impl_attributes(parts) || !take('_')) return nullptr;
  while (!take('_')) {
    Node* parameter = impl_value(Kind::ImplParameter);
    if (parameter == nullptr || !parts.push(parameter)) return nullptr;
  }
  while (!take('_')) {
    Node* result = impl_value(take('z') ? Kind::ImplError : Kind::ImplResult);
    if (result == nullptr || !parts.push(result)) return nullptr;
  }
  return make_.node(Kind::ImplFunction, parts.from(0));
}

bool OldParser::impl_attributes(Pile<Node*>& parts) {
  const auto word = [&](std::string_view text) { return parts.push(make_.leaf(Kind::Word, text)); };
  if (take("Cb") && !word("@convention(block)")) return false;
  if (take("Cc") && !word("@convention(c)")) return false;
  if (take("Cm") && !word("@convention(method)")) return false;
  if (take("CO") && !word("@convention(objc_method)")) return false;
  if (take("Cw") && !word("@convention(witness_method)")) return false;
  if (!take('G') && !take('g')) return true;
  Node* signature = generic_signature();
  return signature != nullptr && parts.push(signature);
}

Node* OldParser::impl_value(Kind kind) {
  const char c = next();
  const std::string_view convention =
      kind == Kind::ImplParameter ? convention_of_parameter(c) : convention_of_result(c);
  return convention.empty() ? nullptr : make_.node(kind, {type()}, convention);
}

}  // namespace symkit::swift

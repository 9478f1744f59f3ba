// Generics: parameters, associated types, requirements, signatures, conformances.
#include <algorithm>

#include "names/swift/known_types.h"
#include "names/swift/parser.h"

namespace symkit::swift {

Node* Parser::generic_parameter() {
  if (take('s')) return make_.leaf(Kind::ExistentialSelf);
  if (take('z')) return make_.leaf(Kind::GenericParameter);
  const bool nested = take('d');
  const auto depth = nested ? index() : std::optional<std::uint64_t>(0);
  const auto number = index();
  if (!depth || !number) return nullptr;
  return make_.leaf(
      Kind::GenericParameter, {},
      nested ? generic_parameter_number(*depth + 1, *number) : generic_parameter_number(0, *number + 1));
}

// The name of an associated type, with its protocol if needed.
Node* Parser::dependent_name() {
  Node* protocol = pop_type();
  if (protocol != nullptr && protocol->kind != Kind::Protocol) return nullptr;
  Node* name = pop(Kind::Identifier);
  return name == nullptr ? nullptr : make_.with_gaps(Kind::DependentName, {name, protocol});
}

Node* Parser::dependent_path() {
  return pop_marked_list(Kind::DependentPath, [&] { return dependent_name(); });
}

Node* Parser::dependent_member(Node* base) {
  Node* name = dependent_name();
  if (base == nullptr) base = pop_type();
  return as_type(make_.node(Kind::DependentMember, {base, name}));
}

Node* Parser::dependent_members(Node* base) {
  const Node* path = dependent_path();
  if (base == nullptr) base = pop_type();
  if (path == nullptr) return nullptr;
  for (Node* name : path->all()) base = as_type(make_.node(Kind::DependentMember, {base, name}));
  return base;
}

namespace {

// The letters of requirements, by their subject: a parameter, its associated type, a deeper one, or a
// substitution.
struct RequirementLetters {
  char constraint;
  std::string_view letters;
};

constexpr std::array requirement_letters = std::to_array<RequirementLetters>({
    {'p', " pPQ"},  // a protocol; no letter for a parameter
    {'b', "bcCB"},  // a class
    {'s', "stTS"},  // the same type
    {'l', "lmML"},  // a layout
    {'i', "ijJI"},  // not a protocol
    {'h', "h"},     // the same shape
    {'v', "v"},     // a pack
    {'V', "V"},     // a value
});

}  // namespace

Node* Parser::requirement() {
  char constraint = 'p';
  std::size_t about = 0;
  for (const RequirementLetters& known : requirement_letters)
    if (const std::size_t at = known.letters.find(peek()); at != std::string_view::npos && peek() != ' ') {
      constraint = known.constraint;
      about = at;
      ++at_;
      break;
    }
  std::optional<std::uint64_t> inverse = 0;
  if (constraint == 'i' && !(inverse = index())) return nullptr;
  Node* subject = nullptr;
  switch (about) {
    case 0: subject = as_type(generic_parameter()); break;
    case 1:
      if (Node* base = generic_parameter()) subject = remember(dependent_member(base));
      break;
    case 2:
      if (Node* base = generic_parameter()) subject = remember(dependent_members(base));
      break;
    default: subject = pop_type(); break;
  }
  return subject == nullptr ? nullptr : requirement_of(constraint, subject, *inverse);
}

Node* Parser::requirement_of(char c, Node* subject, std::uint64_t inverse) {
  switch (c) {
    case 'p': return make_.node(Kind::Requirement, {subject, pop_protocol()}, ": ");
    case 'b': return make_.node(Kind::Requirement, {subject, pop_type()}, ": ");
    case 's': return make_.node(Kind::Requirement, {subject, pop_type()}, " == ");
    case 'h': return make_.node(Kind::Requirement, {subject, pop_type()}, ".shape == ");
    case 'v': return make_.node(Kind::PackMarker, {subject});
    case 'V': return make_.node(Kind::ValueMarker, {subject, pop_type()});
    case 'l': return layout_requirement(subject);
    default: break;
  }
  if (inverse == 0) return make_.node(Kind::Requirement, {subject}, ": ~Swift.Copyable");
  if (inverse == 1) return make_.node(Kind::Requirement, {subject}, ": ~Swift.Escapable");
  return make_.node(Kind::Requirement, {subject},
                    make_.arena().text(": ~Swift.<bit " + std::to_string(inverse) + ">"));
}

Node* Parser::layout_requirement(Node* subject) {
  const char c = next();
  std::string text(layout_name(c));
  if (text.empty()) return nullptr;
  const bool aligned = c == 'E' || c == 'M';
  if (aligned || c == 'e' || c == 'm') {
    const auto size = index();
    const auto alignment = aligned ? index() : std::optional<std::uint64_t>(0);
    if (!size || !alignment) return nullptr;
    text += "(" + std::to_string(*size) + (aligned ? ", " + std::to_string(*alignment) : "") + ")";
  }
  return make_.node(Kind::Requirement, {subject}, make_.arena().text(": " + text));
}

Node* Parser::generic_signature(bool counted) {
  Pile<Node*> parts(make_.arena());
  if (!counted) {
    if (!parts.push(make_.leaf(Kind::ParameterCount, {}, 1))) return nullptr;
  } else {
    while (!take('l')) {
      std::uint64_t count = 0;
      if (!take('z')) {
        const auto number = index();
        if (!number) return nullptr;
        count = *number + 1;
      }
      if (!parts.push(make_.leaf(Kind::ParameterCount, {}, count))) return nullptr;
    }
  }
  const std::size_t counts = parts.size();
  while (Node* requirement = pop_if(is_requirement))
    if (!parts.push(requirement)) return nullptr;
  std::ranges::reverse(parts.from(counts));
  return make_.node(Kind::GenericSignature, parts.from(0));
}

Node* Parser::generic_type() {
  Node* signature = pop(Kind::GenericSignature);
  Node* type = pop_type();
  return as_type(make_.node(Kind::GenericType, {signature, type}));
}

// "Type : Protocol in Module", for a generic type with its signature.
Node* Parser::conformance() {
  Node* signature = pop(Kind::GenericSignature);
  Node* module = pop_module();
  Node* protocol = pop_protocol();
  Node* type = pop_type();
  if (signature != nullptr) type = make_.node(Kind::GenericType, {signature, type});
  return make_.node(Kind::Conformance, {type, protocol, module});
}

Node* Parser::conformance_operator() {
  switch (next()) {
    case 'C': return concrete_conformance();
    case 'P':
      return make_.node(Kind::ConformanceReference, {pop_protocol()},
                        "protocol conformance ref (type's module) %0");
    case 'p':
      return make_.node(Kind::ConformanceReference, {pop_protocol()},
                        "protocol conformance ref (protocol's module) %0");
    case 'D': {
      const auto number = conformance_number();
      Node* protocol = pop_protocol();
      Node* type = pop_type();
      if (!number) return nullptr;
      return any_conformance("dependent root protocol conformance " + *number + "%0 to %1", {type, protocol});
    }
    case 'I': {
      const auto number = conformance_number();
      Node* protocol = pop_protocol();
      if (!number) return nullptr;
      return any_conformance("dependent inherited protocol conformance " + *number + "%0 to %1",
                             {pop(Kind::AnyConformance), protocol});
    }
    case 'A': {
      const auto number = conformance_number();
      Node* protocol = pop_protocol();
      Node* type = pop_type();
      if (!number) return nullptr;
      return any_conformance("dependent associated protocol conformance " + *number +
                                 "%0 to dependent associated conformance %1%2",
                             {pop(Kind::AnyConformance), type, protocol});
    }
    case 'O': {
      Node* type = pop_type();
      return any_conformance("opaque result conformance %0 of %1", {pop(Kind::AnyConformance), type});
    }
    case 'X': return any_conformance("pack protocol conformance %0", {conformance_list()});
    case 'c': return phrase("C", "protocol conformance descriptor runtime record for %0");
    case 'n': return phrase("T", "nominal type descriptor runtime record for %0");
    case 'o': return phrase("N", "opaque type descriptor runtime record for %0");
    case 'r': return phrase("P", "protocol descriptor runtime record for %0");
    case 'F': return attribute("accessible function runtime record for |");
    default: return nullptr;
  }
}

Node* Parser::concrete_conformance() {
  Node* conditions = conformance_list();
  Node* reference = pop(Kind::ConformanceReference);
  if (reference == nullptr) {
    Node* module = pop_module();
    Node* protocol = pop_protocol();
    reference = make_.node(Kind::ConformanceReference, {protocol, module},
                           "protocol conformance ref (retroactive) %0%1");
  }
  Node* type = pop_type();
  if (conditions != nullptr && conditions->count == 0)
    return any_conformance("concrete protocol conformance %0 to %1", {type, reference});
  return any_conformance("concrete protocol conformance %0 to %1 with conditional requirements: %2",
                         {type, reference, conditions});
}

Node* Parser::any_conformance(std::string_view words, std::initializer_list<Node*> parts) {
  return make_.node(Kind::AnyConformance, parts, make_.arena().text(words));
}

// Its position in the environment: counted from 2, as 1 means unknown.
std::optional<std::string> Parser::conformance_number() {
  const auto number = index();
  if (!number || *number == 0) return std::nullopt;
  return *number == 1 ? std::string() : "#" + std::to_string(*number - 2) + " ";
}

Node* Parser::conformance_list() {
  return pop_marked_list(Kind::Tuple, [&] { return pop(Kind::AnyConformance); });
}

Node* Parser::retroactive() {
  if (!index()) return nullptr;
  return make_.node(Kind::Retroactive, {pop(Kind::AnyConformance)});
}

}  // namespace symkit::swift

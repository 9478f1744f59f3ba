// Types: nominal and generic ones, tuples, packs, existentials, metatypes, and what precedes a type.

#include "names/swift/limits.h"
#include "names/swift/parser.h"

namespace symkit::swift {
namespace {

std::string_view plain_builtin(char c) {
  switch (c) {
    case 'A': return "Builtin.ImplicitActor";
    case 'b': return "Builtin.BridgeObject";
    case 'B': return "Builtin.UnsafeValueBuffer";
    case 'c': return "Builtin.RawUnsafeContinuation";
    case 'D': return "Builtin.DefaultActorStorage";
    case 'd': return "Builtin.NonDefaultDistributedActorStorage";
    case 'e': return "Builtin.Executor";
    case 'I': return "Builtin.IntLiteral";
    case 'j': return "Builtin.Job";
    case 'O': return "Builtin.UnknownObject";
    case 'o': return "Builtin.NativeObject";
    case 'P': return "Builtin.PackIndex";
    case 'p': return "Builtin.RawPointer";
    case 'T': return "Builtin.TheTupleType";
    case 't': return "Builtin.SILToken";
    case 'w': return "Builtin.Word";
    default: return {};
  }
}

// An entity without its own generic parameters passes arguments on to its context.
bool takes_generic_arguments(const Node* node) {
  switch (node->kind) {
    case Kind::Variable:
    case Kind::Subscript:
    case Kind::Closure:
    case Kind::Part:
    case Kind::EntityPhrase: return false;
    default: return true;
  }
}

}  // namespace

Node* Parser::builtin_type() {
  const char c = next();
  if (const std::string_view name = plain_builtin(c); !name.empty())
    return as_type(make_.leaf(Kind::Builtin, name));
  if (c == 'V') {
    Node* element = pop_type();
    Node* size = pop_type();
    return as_type(make_.node(Kind::BoundGeneric, {make_.leaf(Kind::Builtin, "Builtin.FixedArray"),
                                                   make_.node(Kind::TypeList, {size, element})}));
  }
  if (c == 'W')
    return as_type(make_.node(Kind::BoundGeneric, {make_.leaf(Kind::Builtin, "Builtin.Borrow"),
                                                   make_.node(Kind::TypeList, {pop_type()})}));
  const auto number = index();
  if (!number || *number < 2 || *number > widest_integer + 1) return nullptr;
  const std::string digits = std::to_string(*number - 1);
  if (c == 'i') return as_type(make_.leaf(Kind::Builtin, make_.arena().text("Builtin.Int" + digits)));
  if (c == 'f') return as_type(make_.leaf(Kind::Builtin, make_.arena().text("Builtin.FPIEEE" + digits)));
  if (c != 'v') return nullptr;
  constexpr std::string_view module = "Builtin.";
  const Node* element = pop_type();
  if (element == nullptr || element->kind != Kind::Builtin || element->text.size() <= module.size())
    return nullptr;
  const std::string name = "Builtin.Vec" + digits + "x" + std::string(element->text.substr(module.size()));
  return as_type(make_.leaf(Kind::Builtin, make_.arena().text(name)));
}

Node* Parser::integer_type() {
  const bool negative = take('n');
  const auto number = index(INT64_MAX - 1);
  if (!number) return nullptr;
  return as_type(
      make_.leaf(Kind::Integer, make_.arena().text((negative ? "-" : "") + std::to_string(*number))));
}

Node* Parser::nominal_type(Kind kind) {
  Node* name = pop_declaration_name();
  Node* context = pop_context();
  return remember(as_type(make_.node(kind, {context, name})));
}

// Argument lists, the innermost type's first: each is above the mark of the enclosing one.
bool Parser::pop_generic_arguments(Pile<Node*>& lists) {
  while (pop(Kind::Retroactive) != nullptr) continue;
  while (true) {
    Node* list = pop_types(Kind::TypeList);
    if (list == nullptr || !lists.push(list)) return false;
    if (pop(Kind::EmptyList) != nullptr) return true;
    if (pop(Kind::FirstElement) == nullptr) return false;
  }
}

Node* Parser::bound_generic() {
  Pile<Node*> lists(make_.arena());
  if (!pop_generic_arguments(lists)) return nullptr;
  return remember(as_type(bind(pop_nominal(), lists, 0)));
}

// Assigns each of the nested types its list of arguments, from the inside out.
Node* Parser::bind(Node* nominal, const Pile<Node*>& lists, std::size_t first) {
  if (nominal == nullptr || nominal->count == 0 || first >= lists.size()) return nullptr;
  Node* arguments = lists[first];
  const bool takes = takes_generic_arguments(nominal);
  if (takes) ++first;
  if (first < lists.size()) {
    Node* context = nominal->child(Slot::Context);
    if (context == nullptr) return nullptr;
    Node* bound = nullptr;
    if (context->kind == Kind::Extension) {
      bound = make_.with_gaps(Kind::Extension,
                              {context->child(0), bind(context->child(1), lists, first), context->child(2)});
      if (bound != nullptr && bound->child(1) == nullptr) return nullptr;
    } else {
      bound = bind(context, lists, first);
    }
    if (bound == nullptr) return nullptr;
    Pile<Node*> children(make_.arena());
    for (Node* child : nominal->all())
      if (!children.push(children.empty() ? bound : child)) return nullptr;
    nominal = make_.with_gaps(nominal->kind, children.from(0), nominal->text, nominal->number);
  }
  if (!takes || arguments->count == 0 || nominal == nullptr) return nominal;
  if (is_nominal(nominal->kind)) return make_.node(Kind::BoundGeneric, {nominal, arguments});
  if (nominal->kind == Kind::Function || nominal->kind == Kind::Constructor)
    return make_.node(Kind::BoundGenericFunction, {nominal, arguments});
  return nullptr;
}

Node* Parser::tuple() {
  return as_type(pop_marked_list(Kind::Tuple, [&]() -> Node* {
    const bool variadic = pop(Kind::Variadic) != nullptr;
    Node* label = pop(Kind::Identifier);
    Node* type = pop_type();
    if (type == nullptr) return nullptr;
    return make_.with_gaps(Kind::TupleElement, {type, label}, {}, variadic ? 1 : 0);
  }));
}

Node* Parser::pack(std::string_view text) {
  const Node* list = pop_type_list();
  return list == nullptr ? nullptr : as_type(make_.node(Kind::Pack, list->all(), text));
}

Node* Parser::opaque_type() {
  const auto ordinal = index();
  Pile<Node*> lists(make_.arena());
  if (!ordinal || !pop_generic_arguments(lists)) return nullptr;
  return remember(as_type(make_.node(Kind::OpaqueType, {pop()}, {}, *ordinal)));
}

Node* Parser::archetype() {
  switch (next()) {
    case 'a': {
      Node* name = pop(Kind::Identifier);
      Node* type = pop_type();
      return remember(as_type(make_.node(Kind::AssociatedType, {type, name})));
    }
    case 'O': return make_.node(Kind::OpaqueResultOf, {pop_context()});
    case 'o': return opaque_type();
    case 'r':
    case 'u': return as_type(make_.leaf(Kind::OpaqueResult));
    case 'R':
    case 'U': return index() ? as_type(make_.leaf(Kind::OpaqueResult)) : nullptr;
    case 'x': return remember(dependent_member(nullptr));
    case 'X': return remember(dependent_members(nullptr));
    case 'y': {
      Node* base = generic_parameter();
      return base == nullptr ? nullptr : remember(dependent_member(base));
    }
    case 'Y': {
      Node* base = generic_parameter();
      return base == nullptr ? nullptr : remember(dependent_members(base));
    }
    case 'z': return remember(dependent_member(make_.leaf(Kind::GenericParameter)));
    case 'Z': return remember(dependent_members(make_.leaf(Kind::GenericParameter)));
    case 'p': {
      Node* count = pop_type();
      Node* pattern = pop_type();
      return as_type(make_.node(Kind::PackExpansion, {pattern, count}));
    }
    case 'e': {
      Node* element = pop_type();
      const auto level = index();
      return level ? as_type(make_.node(Kind::PackElement, {element}, {}, *level)) : nullptr;
    }
    case 'P': return pack("Pack{");
    case 'S':
      switch (next()) {
        case 'd': return pack("@direct Pack{");
        case 'i': return pack("@indirect Pack{");
        default: return nullptr;
      }
    default: return nullptr;
  }
}

Node* Parser::special_type() {
  const char c = next();
  switch (c) {
    case 'o': return qualified("unowned ");
    case 'u': return qualified("unowned(unsafe) ");
    case 'w': return qualified("weak ");
    case 'b': return qualified("@box ");
    case 'D': return as_type(make_.node(Kind::DynamicSelf, {pop_type()}));
    case 'M': return metatype(Kind::Metatype);
    case 'm': return metatype(Kind::ExistentialMetatype);
    case 'p': return as_type(make_.node(Kind::ExistentialMetatype, {pop_type()}));
    case 'P': return constrained_existential();
    case 'c': {
      Node* superclass = pop_type();
      return as_type(make_.node(Kind::ProtocolsWithClass, {pop_protocol_list(), superclass}));
    }
    case 'l': return as_type(make_.node(Kind::ProtocolsWithObject, {pop_protocol_list()}));
    case 'X': return sil_box(true);
    case 'x': return sil_box(false);
    case 'Y': return nominal_type(Kind::OtherNominal);
    case 'Z': return anonymous_context();
    case 'e': return as_type(make_.leaf(Kind::ErrorType));
    case 'S': return sugared_type();
    case 'g': return phrase("T", "existential shape for any %0");
    case 'G': {
      Node* type = pop_type();
      Node* signature = pop(Kind::GenericSignature);
      return make_.node(Kind::Phrase, {signature, type}, "existential shape for %0 any %1");
    }
    default: return special_function_type(c);
  }
}

Node* Parser::special_function_type(char c) {
  switch (c) {
    case 'E': return function_type("", true);
    case 'A':
    case 'K': return function_type("@autoclosure ", false);
    case 'f': return function_type("@convention(thin) ", false);
    case 'O': return function_type("@called(once) ", false);
    case 'U': return function_type("", false);
    case 'B': return function_type("@convention(block) ", false);
    case 'C': return function_type("@convention(c) ", false);
    case 'L': return function_type("@escaping @convention(block) ", false);
    case 'z':
      switch (next()) {
        case 'B': return function_type("@convention(block, mangledCType: \"", false, true);
        case 'C': return function_type("@convention(c, mangledCType: \"", false, true);
        case 'L': return function_type("@escaping @convention(block, mangledCType: \"", false, true);
        default: return nullptr;
      }
    default: return nullptr;
  }
}

Node* Parser::metatype(Kind kind) {
  std::string_view representation;
  switch (next()) {
    case 't': representation = "@thin "; break;
    case 'T': representation = "@thick "; break;
    case 'o': representation = "@objc_metatype "; break;
    default: return nullptr;
  }
  return as_type(make_.node(kind, {pop_type()}, representation));
}

Node* Parser::sil_box(bool generic) {
  Node* signature = nullptr;
  Node* arguments = nullptr;
  if (generic) {
    signature = pop(Kind::GenericSignature);
    arguments = pop_type_list();
    if (signature == nullptr || arguments == nullptr) return nullptr;
  }
  const Node* types = pop_type_list();
  if (types == nullptr) return nullptr;
  Pile<Node*> fields(make_.arena());
  for (Node* type : types->all()) {
    const bool is_mutable = type->kind == Kind::Qualified && type->text == "inout ";
    if (!fields.push(make_.node(Kind::SilBoxField, {is_mutable ? type->child(0) : type},
                                is_mutable ? "var " : "let ")))
      return nullptr;
  }
  Node* layout = make_.node(Kind::TypeList, fields.from(0));
  return layout == nullptr ? nullptr : as_type(make_.with_gaps(Kind::SilBox, {layout, signature, arguments}));
}

Node* Parser::constrained_existential() {
  Node* requirements = pop_marked_list(Kind::TypeList, [&]() -> Node* { return pop_if(is_requirement); });
  Node* base = pop_type();
  return as_type(make_.node(Kind::ConstrainedExistential, {base, requirements}));
}

Node* Parser::sugared_type() {
  const char c = next();
  if (c == 'q') return as_type(make_.node(Kind::SugaredOptional, {pop_type()}));
  if (c == 'a') return as_type(make_.node(Kind::SugaredArray, {pop_type()}));
  if (c == 'p') return as_type(make_.node(Kind::SugaredParentheses, {pop_type()}));
  if (c != 'D' && c != 'A') return nullptr;
  Node* second = pop_type();
  Node* first = pop_type();
  return as_type(make_.node(c == 'D' ? Kind::SugaredDictionary : Kind::SugaredInlineArray, {first, second}));
}

Node* Parser::anonymous_context() {
  Node* types = pop_type_list();
  Node* name = pop(Kind::Identifier);
  Node* parent = pop_context();
  return make_.node(Kind::AnonymousContext, {parent, name, types});
}

Node* Parser::type_annotation() {
  switch (next()) {
    case 'a': return make_.leaf(Kind::Async);
    case 'A': return make_.leaf(Kind::Isolation, "@isolated(any) ");
    case 'b': return make_.leaf(Kind::Sendable);
    case 'c': return make_.node(Kind::Isolation, {pop_type()});
    case 'C': return make_.leaf(Kind::Isolation, "nonisolated(nonsending) ");
    case 'g': return qualified("@const ");
    case 'i': return qualified("isolated ");
    case 'j':
      switch (next()) {
        case 'f': return make_.leaf(Kind::Differentiable, "@differentiable(_forward) ");
        case 'r': return make_.leaf(Kind::Differentiable, "@differentiable(reverse) ");
        case 'd': return make_.leaf(Kind::Differentiable, "@differentiable ");
        case 'l': return make_.leaf(Kind::Differentiable, "@differentiable(_linear) ");
        default: return nullptr;
      }
    case 'k': return qualified("@noDerivative ");
    case 'K': return make_.node(Kind::TypedThrows, {pop_type()});
    case 't': return qualified("_const ");
    case 'T': return make_.leaf(Kind::SendingResult);
    case 'u': return qualified("sending ");
    default: return nullptr;
  }
}

Node* Parser::qualified(std::string_view words) {
  return as_type(make_.node(Kind::Qualified, {pop_type()}, words));
}

Node* Parser::type_mangling() {
  Node* type = pop_type();
  if (type == nullptr) return nullptr;
  return make_.with_gaps(Kind::TypeMangling, {type, pop_labels(type)});
}

}  // namespace symkit::swift

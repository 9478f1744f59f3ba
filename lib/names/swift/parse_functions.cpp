// Function types: those of the language, and those of the intermediate language (impl), which specify how
// each value is passed.
#include <algorithm>

#include "names/swift/parser.h"

namespace symkit::swift {
namespace {

std::string_view parameter_convention(char c) {
  switch (c) {
    case 'i': return "@in";
    case 'c': return "@in_constant";
    case 'l': return "@inout";
    case 'b': return "@inout_aliasable";
    case 'n': return "@in_guaranteed";
    case 'X': return "@in_cxx";
    case 'x': return "@owned";
    case 'g': return "@guaranteed";
    case 'e': return "@deallocating";
    case 'y': return "@unowned";
    case 'v': return "@pack_owned";
    case 'p': return "@pack_guaranteed";
    case 'm': return "@pack_inout";
    default: return {};
  }
}

std::string_view result_convention(char c) {
  switch (c) {
    case 'r': return "@out";
    case 'o': return "@owned";
    case 'd': return "@unowned";
    case 'u': return "@unowned_inner_pointer";
    case 'a': return "@autoreleased";
    case 'k': return "@pack_out";
    case 'g': return "@guaranteed";
    case 'm': return "@inout";
    case 'l': return "@guaranteed_address";
    default: return {};
  }
}

std::string_view callee_convention(char c) {
  switch (c) {
    case 'y': return "@callee_unowned";
    case 'g': return "@callee_guaranteed";
    case 'x': return "@callee_owned";
    case 't': return "@convention(thin)";
    default: return {};
  }
}

std::string_view representation(char c) {
  switch (c) {
    case 'B': return "@convention(block)";
    case 'C': return "@convention(c)";
    case 'M': return "@convention(method)";
    case 'J': return "@convention(objc_method)";
    case 'K': return "@convention(closure)";
    case 'W': return "@convention(witness_method)";
    default: return {};
  }
}

std::string_view coroutine(char c) {
  switch (c) {
    case 'A': return "@yield_once";
    case 'I': return "@yield_once_2";
    case 'G': return "@yield_many";
    default: return {};
  }
}

std::string_view differentiability(char c) {
  switch (c) {
    case 'd': return "@differentiable";
    case 'l': return "@differentiable(_linear)";
    case 'f': return "@differentiable(_forward)";
    case 'r': return "@differentiable(reverse)";
    default: return {};
  }
}

}  // namespace

// An attribute of a function type is written after its parameters, so it is popped first.
Node* Parser::function_type(std::string_view convention, bool labelled, bool with_c_type) {
  Node* c_type_node = nullptr;
  if (with_c_type && (c_type_node = c_type()) == nullptr) return nullptr;
  Node* sending = pop(Kind::SendingResult);
  Node* isolation = pop(Kind::Isolation);
  Node* differentiable = pop(Kind::Differentiable);
  Node* error = pop_if([](Kind kind) { return kind == Kind::Throws || kind == Kind::TypedThrows; });
  Node* sendable = pop(Kind::Sendable);
  Node* async = pop(Kind::Async);
  Node* parameters = pop_parameters();
  Node* result = pop_parameters();
  if (parameters == nullptr || result == nullptr) return nullptr;
  return as_type(make_.with_gaps(
      Kind::FunctionType,
      {c_type_node, sending, isolation, differentiable, error, sendable, async, parameters, result},
      convention, labelled ? 1 : 0));
}

Node* Parser::pop_parameters() {
  if (pop(Kind::EmptyList) != nullptr) return as_type(make_.node(Kind::Tuple, {}));
  return pop_type();
}

// The C type in Itanium's mangling, with its length.
Node* Parser::c_type() {
  const auto size = natural();
  if (!size || *size > text_.size() - at_) return nullptr;
  const std::string_view type = text_.substr(at_, *size);
  at_ += type.size();
  return make_.leaf(Kind::Word, type);
}

// Null if the type has no parameters that could be labelled.
Node* Parser::parameters_of(const Node* type) {
  if (type == nullptr || !type->is_type) return nullptr;
  if (type->kind == Kind::GenericType) type = type->child(1);
  if (type->kind != Kind::FunctionType || type->number == 0) return nullptr;
  return type->child(FunctionSlot::Takes);
}

// Labels are on the stack below the type, one for each parameter; an empty list means none.
Node* Parser::pop_labels(const Node* type) {
  if (!labels_in_types_ && pop(Kind::EmptyList) != nullptr) return make_.node(Kind::LabelList, {});
  Node* parameters = parameters_of(type);
  if (parameters == nullptr) return nullptr;
  if (labels_in_types_) return labels_of_tuple(parameters);
  const std::size_t count = parameters->kind == Kind::Tuple ? parameters->count : 1;
  if (count == 0) return nullptr;
  Pile<Node*> labels(make_.arena());
  bool any = false;
  for (std::size_t i = 0; i < count; ++i) {
    Node* label = pop_if([](Kind kind) { return kind == Kind::Identifier || kind == Kind::FirstElement; });
    if (label == nullptr || !labels.push(label)) return nullptr;
    any = any || label->kind == Kind::Identifier;
  }
  if (!any) return make_.node(Kind::LabelList, {});
  std::ranges::reverse(labels.from(0));
  return make_.node(Kind::LabelList, labels.from(0));
}

Node* Parser::labels_of_tuple(Node* parameters) {
  if (parameters->kind != Kind::Tuple) return make_.node(Kind::LabelList, {});
  Pile<Node*> labels(make_.arena());
  bool any = false;
  for (Node* element : parameters->all()) {
    Node* label = element->child(1);
    any = any || label != nullptr;
    if (!labels.push(label != nullptr ? label : make_.leaf(Kind::FirstElement))) return nullptr;
    element->children[1] = nullptr;
  }
  return any ? make_.node(Kind::LabelList, labels.from(0)) : make_.node(Kind::LabelList, {});
}

// Conventions are written in the order of their values, after all of the values' types.
Node* Parser::impl_function_type() {
  Pile<Node*> parts(make_.arena());
  Node* signature = impl_head(parts);
  if (parts.empty()) return nullptr;
  if (signature != nullptr && !parts.push(signature)) return nullptr;
  const std::size_t first = parts.size();
  if (!impl_parameters(parts) || !take('_')) return nullptr;
  for (std::size_t i = parts.size(); i-- > first;) {
    Node* type = pop_type();
    Node* made = make_.node(parts[i]->kind, {type}, parts[i]->text, parts[i]->number);
    if (made == nullptr) return nullptr;
    parts.from(i)[0] = made;
  }
  return as_type(make_.node(Kind::ImplFunction, parts.from(0)));
}

// The attributes of the function before its parameters; returns its generic signature. Empty parts mean
// failure.
Node* Parser::impl_head(Pile<Node*>& parts) {
  const auto add = [&](Node* part) { return part != nullptr && parts.push(part); };
  const auto add_word = [&](std::string_view word) {
    return word.empty() || add(make_.leaf(Kind::Word, word));
  };
  const auto fail = [&] {
    parts.cut(0);
    return nullptr;
  };
  // Substitutions are written like the arguments of a generic type.
  const auto substitutions = [&]() -> Node* {
    Pile<Node*> lists(make_.arena());
    return pop_generic_arguments(lists) && lists.size() == 1 ? lists[0] : nullptr;
  };
  if (take('s')) {
    Node* types = substitutions();
    Node* signature = pop(Kind::GenericSignature);
    if (!add(make_.node(Kind::PatternSubstitutions, {signature, types}))) return fail();
  }
  if (take('I') && !add(make_.node(Kind::InvocationSubstitutions, {substitutions()}))) return fail();
  Node* signature = pop(Kind::GenericSignature);
  if (signature != nullptr) take('P');
  if (take('e') && !add_word("@escaping")) return fail();
  if (take('A') && !add_word("@isolated(any)")) return fail();
  if (take('N') && !add_word("@caller_isolated")) return fail();
  if (const std::string_view word = differentiability(peek()); !word.empty()) {
    ++at_;
    if (!add_word(word)) return fail();
  }
  const std::string_view callee = callee_convention(next());
  if (callee.empty() || !add_word(callee) || !impl_representation(parts)) return fail();
  if (const std::string_view word = coroutine(peek()); !word.empty()) {
    ++at_;
    if (!add_word(word)) return fail();
  }
  if (take('h') && !add_word("@Sendable")) return fail();
  if (take('H') && !add_word("@async")) return fail();
  if (take('T') && !add(make_.leaf(Kind::ImplSending))) return fail();
  return signature;
}

bool Parser::impl_representation(Pile<Node*>& parts) {
  if (take('z')) {
    const char c = next();
    if (c != 'B' && c != 'C') return false;
    const Node* type = c_type();
    if (type == nullptr) return false;
    const std::string text = std::string(c == 'B' ? "@convention(block" : "@convention(c") +
                             ", mangledCType: \"" + std::string(type->text) + "\")";
    return parts.push(make_.leaf(Kind::Word, make_.arena().text(text)));
  }
  const std::string_view word = representation(peek());
  if (word.empty()) return true;
  ++at_;
  return parts.push(make_.leaf(Kind::Word, word));
}

bool Parser::impl_parameters(Pile<Node*>& parts) {
  const auto add = [&](Kind kind, std::string_view convention) {
    ++at_;
    std::uint64_t modifiers = 0;
    if (take('w')) modifiers |= ImplModifier::NoDerivative;
    if (kind == Kind::ImplParameter) {
      if (take('T')) modifiers |= ImplModifier::SendingValue;
      if (take('I')) modifiers |= ImplModifier::IsolatedValue;
      if (take('L')) modifiers |= ImplModifier::ImplicitLeading;
    }
    Node* part = make_.leaf(kind, convention, modifiers);
    return part != nullptr && parts.push(part);
  };
  while (!parameter_convention(peek()).empty())
    if (!add(Kind::ImplParameter, parameter_convention(peek()))) return false;
  while (!result_convention(peek()).empty())
    if (!add(Kind::ImplResult, result_convention(peek()))) return false;
  while (take('Y'))
    if (parameter_convention(peek()).empty() || !add(Kind::ImplYield, parameter_convention(peek())))
      return false;
  if (take('z')) return !result_convention(peek()).empty() && add(Kind::ImplError, result_convention(peek()));
  return true;
}

}  // namespace symkit::swift

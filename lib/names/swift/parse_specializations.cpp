// Specialisations: copies of a function for known types, or with arguments that the optimiser changed.

#include "names/swift/parser.h"
#include "names/swift/specialization.h"

namespace symkit::swift {

// The pass that made it, and its other effects: dropped metatypes and a dropped "async" are not printed.
std::optional<Parser::SpecializationHead> Parser::specialization_head() {
  SpecializationHead head;
  take('m');
  head.is_serialized = take('q');
  if (!take('a')) head.changes_representation = take('r');
  const char pass = next();
  return pass >= '0' && pass <= '9' ? std::optional(head) : std::nullopt;
}

// `arguments`: see Printer::print_specialization.
Node* Parser::specialized(const SpecializationHead& head, std::span<Node* const> parts,
                          std::string_view description, std::uint64_t arguments) {
  if (head.changes_representation) return make_.leaf(Kind::Specialization, "representation changed of ");
  Pile<Node*> all(make_.arena());
  if (head.is_serialized && !all.push(make_.leaf(Kind::Word, "serialized"))) return nullptr;
  for (Node* part : parts)
    if (!all.push(part)) return nullptr;
  return make_.node(Kind::Specialization, all.from(0), description, arguments);
}

Node* Parser::specialization(std::string_view description, bool partial) {
  const auto head = specialization_head();
  if (!head) return nullptr;
  const Node* types = partial ? make_.node(Kind::TypeList, {pop_type()}) : pop_type_list();
  return types == nullptr ? nullptr : specialized(*head, types->all(), description);
}

// The operands of arguments are on the stack, the last argument's on top.
Node* Parser::function_specialization() {
  constexpr std::string_view description = "function signature specialization";
  const auto head = specialization_head();
  if (!head) return nullptr;
  if (head->changes_representation) return specialized(*head, {}, description);
  Pile<Node*> parts(make_.arena());
  while (!take('_'))
    if (at_end() || !parts.push(argument_specialization())) return nullptr;
  const std::size_t arguments = parts.size();
  // For the result, only the effect is encoded: it has no operand.
  if (!take('n') && !parts.push(argument_specialization())) return nullptr;
  for (std::size_t i = arguments; i-- > 0;) {
    Node* whole = parts[i] == nullptr ? nullptr : with_operands(parts[i]);
    if (whole == nullptr) return nullptr;
    parts.from(i)[0] = whole;
  }
  return specialized(*head, parts.from(0), description, arguments + 1);
}

Node* Parser::argument_specialization() {
  const auto options = [&](std::uint64_t begin, std::string_view letters) {
    for (const char c : letters)
      if (take(c)) begin |= specialization_option(c);
    return make_.leaf(Kind::SpecializedArgument, {}, begin);
  };
  const auto leaf = [&](std::string_view words, std::uint64_t kind) {
    return make_.leaf(Kind::SpecializedArgument, words, kind);
  };
  switch (next()) {
    case 'n': return leaf({}, specialization::unchanged);
    case 'c': return leaf("Closure Propagated", specialization::closure);
    case 'E': return leaf("Escaping Closure Propagated", specialization::closure);
    case 'C': {
      Node* same = number_argument("Same As Argument");
      if (same != nullptr) same->number = specialization::same_as;
      return same;
    }
    case 'p': return constants();
    case 'e': return options(specialization::to_generic, "DGOX");
    case 'd': return options(specialization::dead, "GOX");
    case 'g': return options(specialization::owned_to_guaranteed, "X");
    case 'o': return options(specialization::guaranteed_to_owned, "X");
    case 'x': return options(specialization::exploded, "");
    case 'i': return leaf("Value Promoted from Box", specialization::boxed);
    case 's': return leaf("Stack Promoted from Box", specialization::boxed);
    case 'r': return leaf("InOut Converted to Out", specialization::boxed);
    default: return nullptr;
  }
}

// One constant; a struct is followed by its members.
Node* Parser::constants() {
  Node* first = constant();
  if (first == nullptr || first->number != specialization::structure) return first;
  Pile<Node*> all(make_.arena());
  if (!all.push(first)) return nullptr;
  while (begins_constant())
    if (!all.push(constant())) return nullptr;
  return make_.node(Kind::SpecializedArgument, all.from(0), {}, specialization::run);
}

// Some letters have another meaning at the beginning of the next argument.
bool Parser::begins_constant() const {
  const char behind = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  switch (peek()) {
    case 'f':
    case 'g':
    case 'k':
    case 'S': return true;
    case 'i':
    case 'd': return behind >= '0' && behind <= '9';
    case 's': return behind == 'b' || behind == 'w' || behind == 'c';
    default: return false;
  }
}

Node* Parser::number_argument(std::string_view words) {
  const std::size_t begin = at_;
  while (peek() >= '0' && peek() <= '9') ++at_;
  if (at_ == begin) return nullptr;
  return make_.node(Kind::SpecializedArgument, {make_.leaf(Kind::Word, text_.substr(begin, at_ - begin))},
                    words, specialization::number);
}

Node* Parser::constant() {
  const auto leaf = [&](std::string_view words, std::uint64_t kind) {
    return make_.leaf(Kind::SpecializedArgument, words, kind);
  };
  switch (next()) {
    case 'f': return leaf("Constant Propagated Function", specialization::symbol);
    case 'g': return leaf("Constant Propagated Global", specialization::symbol);
    case 'k': return leaf("Constant Propagated KeyPath", specialization::key_path);
    case 'S': return leaf("Constant Propagated Struct", specialization::structure);
    case 'i': return number_argument("Constant Propagated Integer");
    case 'd': return number_argument("Constant Propagated Float");
    case 's': {
      const char c = next();
      const std::string_view encoding = c == 'b' ? "u8" : c == 'w' ? "u16" : c == 'c' ? "objc" : "";
      if (encoding.empty()) return nullptr;
      return make_.node(Kind::SpecializedArgument, {make_.leaf(Kind::Word, encoding)},
                        "Constant Propagated String", specialization::string);
    }
    default: return nullptr;
  }
}

Node* Parser::with_operands(Node* argument) {
  switch (argument->number) {
    case specialization::structure:
      return make_.node(Kind::SpecializedArgument, {pop_type()}, argument->text, argument->number);
    case specialization::string: {
      const Node* name = pop(Kind::Identifier);
      if (name == nullptr) return nullptr;
      // A string that begins with a digit or an underscore has an additional underscore.
      const std::string_view text = name->text.substr(name->text.starts_with('_') ? 1 : 0);
      return make_.appended(argument, make_.leaf(Kind::Word, text));
    }
    case specialization::symbol:
    case specialization::closure:
    case specialization::key_path: return with_closure(argument);
    case specialization::run:
      for (std::size_t i = argument->count; i-- > 0;)
        if ((argument->children[i] = with_operands(argument->children[i])) == nullptr) return nullptr;
      return argument;
    default: return argument;
  }
}

// A name, and the types that belong to it.
Node* Parser::with_closure(Node* argument) {
  const bool typed = argument->number != specialization::symbol;
  Node* types = typed ? pop_types(Kind::TypeList) : make_.node(Kind::TypeList, {});
  const Node* name = pop(Kind::Identifier);
  if (name == nullptr || types == nullptr) return nullptr;
  return make_.node(Kind::SpecializedArgument, {make_.leaf(Kind::Word, name->text), types}, argument->text,
                    argument->number);
}

}  // namespace symkit::swift

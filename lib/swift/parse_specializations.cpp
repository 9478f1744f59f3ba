// Specialisations: copies of a function for known types, or with arguments that the optimiser changed.
#include <algorithm>

#include "swift/parser.h"
#include "swift/specialization.h"

namespace symkit::swift {

// Whether it may be inlined elsewhere, whether it is still asynchronous, and which pass made it.
bool Parser::specialization_head(Pile<Node*>& parts) {
  if (take('m') && !parts.push(make_.leaf(Kind::Word, "metatypes-removed"))) return false;
  if (take('q') && !parts.push(make_.leaf(Kind::Word, "serialized"))) return false;
  if (take('a') && !parts.push(make_.leaf(Kind::Word, "async demotion"))) return false;
  const char pass = next();
  return pass >= '0' && pass <= '9' && (parts.empty() || parts.top() != nullptr);
}

Node* Parser::specialization(std::string_view description, bool partial) {
  Pile<Node*> parts(make_.arena());
  if (!specialization_head(parts)) return nullptr;
  const Node* types = partial ? make_.node(Kind::TypeList, {pop_type()}) : pop_type_list();
  if (types == nullptr) return nullptr;
  for (Node* type : types->all())
    if (!parts.push(type)) return nullptr;
  return make_.node(Kind::Specialization, parts.from(0), description);
}

// The operands of arguments stand on the stack, the last argument's on top.
Node* Parser::function_specialization() {
  Pile<Node*> parts(make_.arena());
  if (!specialization_head(parts)) return nullptr;
  const std::size_t first = parts.size();
  while (!take('_'))
    if (at_end() || !parts.push(argument_specialization())) return nullptr;
  const std::size_t arguments = parts.size();
  if (!take('n')) {
    Node* result = argument_specialization();
    // What takes operands from the stack can only be said of an argument.
    if (result == nullptr || result->number >= specialization::string || !parts.push(result)) return nullptr;
  }
  for (std::size_t i = arguments; i-- > first;) {
    Node* whole = parts[i] == nullptr ? nullptr : with_operands(parts[i]);
    if (whole == nullptr) return nullptr;
    parts.from(i)[0] = whole;
  }
  return make_.node(Kind::Specialization, parts.from(0), "function signature specialization",
                    arguments - first + 1);
}

Node* Parser::argument_specialization() {
  const auto options = [&](std::uint64_t begin, std::string_view letters) {
    for (const char c : letters)
      if (take(c)) begin |= specialization_option(c);
    return make_.leaf(Kind::SpecializedArgument, {}, begin);
  };
  switch (next()) {
    case 'n': return make_.leaf(Kind::SpecializedArgument, {}, specialization::unchanged);
    case 'c': return make_.leaf(Kind::SpecializedArgument, "Closure Propagated", specialization::closure);
    case 'p': return constant_argument();
    case 'e': return options(specialization::to_generic, "DGOX");
    case 'd': return options(specialization::dead, "GOX");
    case 'g': return options(specialization::owned_to_guaranteed, "X");
    case 'o': return options(specialization::guaranteed_to_owned, "X");
    case 'x': return options(specialization::exploded, "");
    case 'i': return make_.leaf(Kind::SpecializedArgument, "Value Promoted from Box", specialization::boxed);
    case 's': return make_.leaf(Kind::SpecializedArgument, "Stack Promoted from Box", specialization::boxed);
    case 'r': return make_.leaf(Kind::SpecializedArgument, "InOut Converted to Out", specialization::boxed);
    default: return nullptr;
  }
}

Node* Parser::constant_argument() {
  const auto digits = [&](std::string_view kind) -> Node* {
    const std::size_t begin = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    if (at_ == begin) return nullptr;
    return make_.node(Kind::SpecializedArgument, {make_.leaf(Kind::Word, text_.substr(begin, at_ - begin))},
                      kind, specialization::number);
  };
  switch (next()) {
    case 'f':
      return make_.leaf(Kind::SpecializedArgument, "Constant Propagated Function", specialization::symbol);
    case 'g':
      return make_.leaf(Kind::SpecializedArgument, "Constant Propagated Global", specialization::symbol);
    case 'k':
      return make_.leaf(Kind::SpecializedArgument, "Constant Propagated KeyPath", specialization::key_path);
    case 'i': return digits("Constant Propagated Integer");
    case 'd': return digits("Constant Propagated Float");
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
  const std::uint64_t kind = argument->number;
  if (kind != specialization::closure && kind != specialization::symbol && kind != specialization::string &&
      kind != specialization::key_path)
    return argument;
  const bool typed = kind == specialization::closure || kind == specialization::key_path;
  Node* types = typed ? pop_types(Kind::TypeList) : make_.node(Kind::TypeList, {});
  const Node* name = pop(Kind::Identifier);
  if (name == nullptr || types == nullptr) return nullptr;
  std::string_view text = name->text;
  // A string that begins with a digit or an underscore has one underscore more.
  if (kind == specialization::string) {
    if (text.starts_with('_')) text.remove_prefix(1);
    return make_.appended(argument, make_.leaf(Kind::Word, text));
  }
  return make_.node(Kind::SpecializedArgument, {make_.leaf(Kind::Word, text), types}, argument->text, kind);
}

}  // namespace symkit::swift

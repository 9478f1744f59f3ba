// Automatic differentiation: derivatives, their witnesses and thunks. They follow the name that they
// belong to.
#include "names/swift/parser.h"

namespace symkit::swift {
namespace {

std::string_view derivative_kind(char c) {
  switch (c) {
    case 'f': return "forward-mode derivative";
    case 'r': return "reverse-mode derivative";
    case 'd': return "differential";
    case 'p': return "pullback";
    default: return {};
  }
}

std::string_view differentiability_kind(char c) {
  switch (c) {
    case 'f': return "forward-mode";
    case 'r': return "reverse-mode";
    case 'd': return "normal";
    case 'l': return "linear";
    default: return {};
  }
}

}  // namespace

// Everything on the stack, in order.
Node* Parser::everything() {
  Node* all = make_.node(Kind::Sequence, stack_.from(0));
  stack_.cut(0);
  return all;
}

// "SUS": the first and the third.
Node* Parser::index_subset() {
  std::string set;
  std::size_t position = 0;
  for (; peek() == 'S' || peek() == 'U'; ++position)
    if (next() == 'S') set += (set.empty() ? "" : ", ") + std::to_string(position);
  if (position == 0) return nullptr;
  return make_.leaf(Kind::IndexSubset, make_.arena().text("{" + set + "}"));
}

Node* Parser::differentiation() {
  if (take('O')) {
    Node* signature = pop(Kind::GenericSignature);
    Node* to = pop_type();
    Node* from = pop_type();
    const std::string_view kind = derivative_kind(next());
    if (kind.empty()) return nullptr;
    Node* word = make_.leaf(Kind::Word, kind);
    if (signature == nullptr)
      return make_.node(Kind::Phrase, {from, to, word},
                        "autodiff self-reordering reabstraction thunk for %2 from %0 to %1|"
                        "autodiff self-reordering reabstraction thunk for %0");
    return make_.node(Kind::Phrase, {from, to, word, signature},
                      "autodiff self-reordering reabstraction thunk for %2%3  from %0 to %1|"
                      "autodiff self-reordering reabstraction thunk for %0");
  }
  if (take('S')) {
    // For a linear map, which is a type, or a function with its resulting type.
    Node* type = pop_type();
    Node* original = everything();
    const std::string_view kind = derivative_kind(next());
    Node* parameters = index_subset();
    if (kind.empty() || original == nullptr || !take('p')) return nullptr;
    Node* results = index_subset();
    if (!take('r')) return nullptr;
    Node* to = index_subset();
    if (!take('P')) return nullptr;
    Node* word = make_.leaf(Kind::Word, kind);
    if (original->count == 0)
      return make_.node(Kind::Phrase, {type, word, parameters, results, to},
                        "autodiff subset parameters thunk for %1 from %0 with respect to parameters %2 and "
                        "results %3 to parameters %4|autodiff subset parameters thunk for %1 from %0");
    return make_.node(
        Kind::Phrase, {original, word, parameters, results, to, type},
        "autodiff subset parameters thunk for %1 from %0 with respect to parameters %2 and "
        "results %3 to parameters %4 of type %5|autodiff subset parameters thunk for %1 from %0");
  }
  const bool thunk = take('V');
  const std::string_view kind = derivative_kind(next());
  if (kind.empty()) return nullptr;
  // A derivative is a function like others: it may have dispatch thunks and method descriptors.
  if (!thunk) return derivative(Kind::EntityPhrase, make_.arena().text(std::string(kind) + " of "));
  return derivative(Kind::Phrase, make_.arena().text("vtable thunk for " + std::string(kind) + " of "));
}

Node* Parser::differentiability_witness() {
  const std::string_view kind = differentiability_kind(next());
  if (kind.empty()) return nullptr;
  return derivative(Kind::Phrase, make_.arena().text(std::string(kind) + " differentiability witness for "));
}

Node* Parser::derivative(Kind kind, std::string_view words) {
  Node* signature = pop(Kind::GenericSignature);
  Node* original = everything();
  Node* parameters = index_subset();
  if (!take('p') || original == nullptr || original->count == 0) return nullptr;
  Node* results = index_subset();
  if (!take('r')) return nullptr;
  const std::string brief = std::string(words) + "%0";
  std::string text = brief + " with respect to parameters %1 and results %2";
  if (signature != nullptr) text += " with %3";
  text += "|" + brief;
  if (parameters == nullptr || results == nullptr) return nullptr;
  return make_.with_gaps(kind, {original, parameters, results, signature}, make_.arena().text(text));
}

}  // namespace symkit::swift

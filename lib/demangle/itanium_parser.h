// LLVM's parser of C++ names, which also takes two kinds of names that LLVM leaves as they are: GCC writes
// whole types of the library where the ABI asks for their words (enable_if<is_array<T>::value>), and the
// types of a function within a function may be the arguments of its own template.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "llvm/Demangle/ItaniumDemangle.h"

namespace symkit::demangle {

template <class Memory>
class ItaniumParser : public llvm::itanium_demangle::AbstractManglingParser<ItaniumParser<Memory>, Memory> {
  using Base = llvm::itanium_demangle::AbstractManglingParser<ItaniumParser<Memory>, Memory>;
  using Node = llvm::itanium_demangle::Node;

 public:
  ItaniumParser(std::string_view mangled, bool as_llvm)
      : Base(mangled.data(), mangled.data() + mangled.size()), as_llvm_(as_llvm) {}

  // NOLINTBEGIN(readability-identifier-naming): what LLVM calls them, and calls them by.

  // sr <type> <base-unresolved-name>, where the type is one of std::. All of it counts among the
  // substitutions.
  Node* parseUnresolvedName(bool global) {
    const std::string_view rest(Base::First, static_cast<std::size_t>(Base::Last - Base::First));
    if (as_llvm_ || !(rest.starts_with("srSt") || rest.starts_with("srNSt")))
      return Base::parseUnresolvedName(global);
    Base::First += std::string_view("sr").size();
    Node* const type = Base::parseType();
    Node* const name = type == nullptr ? nullptr : Base::parseBaseUnresolvedName();
    return name == nullptr ? nullptr : Base::template make<llvm::itanium_demangle::QualifiedName>(type, name);
  }

  // Z <encoding> E <name>. LLVM forgets the template arguments of the name, though a function's types may
  // refer to them. Of a name that is a type they do concern nobody else.
  Node* parseLocalName(typename Base::NameState* state) {
    const bool is_function = state != nullptr && Base::look() == 'Z';
    if (as_llvm_ || !is_function) return Base::parseLocalName(state);
    ++Base::First;
    const std::size_t parameters = parameters_.size();
    Node* const encoding = Base::parseEncoding();
    const bool has_parameters = parameters_.size() != parameters;
    if (has_parameters)
      foreign_ = {std::min(foreign_.begin, parameters_[parameters].number), Base::Subs.size()};
    if (encoding == nullptr || !Base::consumeIf('E')) return nullptr;
    if (Base::consumeIf('d')) {
      Base::parseNumber(true);
      if (!Base::consumeIf('_')) return nullptr;
    }
    Node* const name = Base::consumeIf('s')
                           ? Base::template make<llvm::itanium_demangle::NameType>("string literal")
                           : Base::parseName(state);
    if (name == nullptr) return nullptr;
    has_two_lists_ |= has_parameters && state->EndsWithTemplateArgs;
    Base::First = llvm::itanium_demangle::parse_discriminator(Base::First, Base::Last);
    return Base::template make<llvm::itanium_demangle::LocalName>(encoding, name);
  }

  Node* parseTemplateParam() {
    const char* const begin = Base::First;
    Node* const node = Base::parseTemplateParam();
    if (node != nullptr && !as_llvm_) parameters_.push_back({Base::Subs.size(), node, {begin, Base::First}});
    return node;
  }

  Node* parseSubstitution() {
    const char* const begin = Base::First;
    Node* const node = Base::parseSubstitution();
    if (node == nullptr || parameters_.empty() || Base::InConstraintExpr) return node;
    const std::size_t number = number_of({begin, Base::First});
    if (Node* const own = parameter_at(number, node)) return own;
    refers_to_foreign_ |= foreign_.begin <= number && number < foreign_.end;
    return node;
  }

  // NOLINTEND(readability-identifier-naming)

  // A substitution stands for letters: T_ in it is a parameter of whoever refers to it. LLVM keeps what it
  // was where it was first read, which is another function's where functions within functions are templates
  // both. T_ alone is read anew; what only has it within is not, and such a name is not known.
  bool is_certain() const { return !has_two_lists_ || !refers_to_foreign_; }

 private:
  // Of S_, S0_, S1_ …; beyond all of them for Sa, St and the like.
  static std::size_t number_of(std::string_view substitution) {
    std::size_t number = 0;
    if (!substitution.starts_with('S') || !substitution.ends_with('_')) return std::string_view::npos;
    const std::string_view digits = substitution.substr(1, substitution.size() - 2);
    if (digits.empty()) return 0;
    for (const char c : digits)
      number = number * 36 + static_cast<std::size_t>(c <= '9' ? c - '0' : c - 'A' + 10);
    return number + 1;
  }

  // The parameter that the letters behind a substitution are here; null where it is no parameter alone, or
  // none is known.
  Node* parameter_at(std::size_t number, const Node* node) {
    auto known = std::ranges::upper_bound(parameters_, number, {}, &Parameter::number);
    for (; known != parameters_.begin() && std::prev(known)->number == number; --known) {
      const Parameter& one = *std::prev(known);
      if (one.node != node) continue;
      const char* const first = std::exchange(Base::First, one.letters.data());
      const char* const last = std::exchange(Base::Last, one.letters.data() + one.letters.size());
      Node* const own = Base::parseTemplateParam();
      Base::First = first;
      Base::Last = last;
      return own;
    }
    return nullptr;
  }

  struct Parameter {
    std::size_t number;  // of the substitution that it becomes, if it becomes one
    const Node* node;
    std::string_view letters;
  };

  struct Range {
    std::size_t begin = std::string_view::npos, end = 0;
  };

  bool as_llvm_;
  std::vector<Parameter> parameters_;  // all that were read, in their order
  Range foreign_;  // substitutions that came of functions with parameters, round the one that is read
  bool has_two_lists_ = false;
  bool refers_to_foreign_ = false;
};

}  // namespace symkit::demangle

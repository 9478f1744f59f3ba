// Function types: "(label: Type) async throws -> Type", and those of the intermediate language.
#include <bit>

#include "names/swift/printer.h"

namespace symkit::swift {

void Printer::print_function_type(const Node* labels, const Node* type) {
  out_ += type->text;
  if (const Node* c_type = type->child(FunctionSlot::ClangType)) (out_ += c_type->text) += "\") ";
  if (const Node* isolation = type->child(FunctionSlot::Isolated)) {
    if (isolation->count > 0) {
      out_ += '@';
      print(isolation->child(0));
      out_ += ' ';
    } else {
      out_ += isolation->text;
    }
  }
  if (const Node* derivable = type->child(FunctionSlot::Derivable)) out_ += derivable->text;
  if (type->child(FunctionSlot::Concurrent) != nullptr) out_ += "@Sendable ";
  print_function_parameters(labels, type->child(FunctionSlot::Takes));
  if (options_.simplified) return;
  if (type->child(FunctionSlot::Suspends) != nullptr) out_ += " async";
  print(type->child(FunctionSlot::Error));
  out_ += " -> ";
  if (type->child(FunctionSlot::Sending) != nullptr) out_ += "sending ";
  print(type->child(FunctionSlot::Gives));
}

// Short form: "(first:_:)".
void Printer::print_function_parameters(const Node* labels, const Node* parameters) {
  if (parameters->kind != Kind::Tuple) {
    out_ += '(';
    if (options_.simplified) {
      out_ += "_:";
    } else {
      print(parameters);
    }
    out_ += ')';
    return;
  }
  const bool labelled = labels != nullptr && labels->count > 0;
  out_ += '(';
  std::size_t i = 0;
  for (const Node* parameter : parameters->all()) {
    if (i > 0 && !options_.simplified) out_ += ", ";
    const Node* label = labelled ? labels->child(i) : nullptr;
    if (!labelled && options_.simplified) label = parameter->child(1);
    if (label != nullptr && label->kind == Kind::Identifier) {
      print(label);
      out_ += ':';
    } else if (labelled || options_.simplified) {
      out_ += "_:";
    }
    if (!options_.simplified) {
      if (labelled) out_ += ' ';
      print(parameter);
    }
    ++i;
  }
  out_ += ')';
}

void Printer::print_impl_function(const Node* node) {
  const Node* pattern = nullptr;
  const Node* invocation = nullptr;
  bool sending = false;
  bool parameters = false;
  bool results = false;
  const auto open_parameters = [&] {
    if (parameters) return;
    parameters = true;
    if (pattern != nullptr) {
      out_ += "@substituted ";
      print(pattern->child(0));
      out_ += ' ';
    }
    out_ += '(';
  };
  const auto open_results = [&] {
    if (results) return;
    open_parameters();
    results = true;
    out_ += sending ? ") -> sending (" : ") -> (";
  };
  for (const Node* part : node->all()) {
    const bool more_parameters = parameters && !results;
    const bool more_results = results;
    switch (part->kind) {
      case Kind::PatternSubstitutions: pattern = part; break;
      case Kind::InvocationSubstitutions: invocation = part; break;
      case Kind::ImplSending: sending = true; break;
      case Kind::ImplParameter:
        if (more_parameters) out_ += ", ";
        open_parameters();
        print(part);
        break;
      case Kind::ImplResult:
      case Kind::ImplYield:
      case Kind::ImplError:
        if (more_results) out_ += ", ";
        open_results();
        print(part);
        break;
      default: print(part); out_ += ' ';
    }
  }
  open_results();
  out_ += ')';
  for (const Node* substitutions : {pattern != nullptr ? pattern->child(1) : nullptr,
                                    invocation != nullptr ? invocation->child(0) : nullptr}) {
    if (substitutions == nullptr) continue;
    out_ += " for <";
    print_all(substitutions, "");  // with nothing between, as in swift-demangle
    out_ += '>';
  }
}

void Printer::print_impl_value(const Node* node) {
  if (node->kind == Kind::ImplYield) out_ += "@yields ";
  if (node->kind == Kind::ImplError) out_ += "@error ";
  (out_ += node->text) += ' ';
  // As in swift-demangle: a value with more than one of the last three is printed without any.
  constexpr std::uint64_t one_of_three =
      ImplModifier::SendingValue | ImplModifier::IsolatedValue | ImplModifier::ImplicitLeading;
  if (std::popcount(node->number & one_of_three) <= 1) {
    if ((node->number & ImplModifier::NoDerivative) != 0) out_ += "@noDerivative ";
    if ((node->number & ImplModifier::SendingValue) != 0) out_ += "sending ";
    if ((node->number & ImplModifier::IsolatedValue) != 0) out_ += "isolated ";
    if ((node->number & ImplModifier::ImplicitLeading) != 0) out_ += "sil_implicit_leading_param ";
  }
  print(node->child(0));
}

}  // namespace symkit::swift

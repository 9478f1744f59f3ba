// Reads the mangling of Swift 4 and later. It is written backwards, as for a stack machine: each operator
// takes its operands from the stack and puts one node back. There is a function for each production;
// related ones share a parse_….cpp. Null means failure everywhere, and makes the complete name fail.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "names/swift/node.h"

namespace symkit::swift {

class Parser {
 public:
  // `labels_in_types`: labels are in the tuple of parameters, as in Swift 4.0 (_T0).
  Parser(std::string_view text, Arena& arena, bool labels_in_types)
      : text_(text), make_(arena), stack_(arena), known_(arena), labels_in_types_(labels_in_types) {}

  // The complete text, or null.
  Node* parse();

 private:
  // parser.cpp: characters, the stack, numbers, names, substitutions.
  bool at_end() const { return at_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  char next() { return at_end() ? '\0' : text_[at_++]; }
  bool take(char c);
  bool take(std::string_view text);
  static constexpr std::uint64_t greatest_number = 1'000'000'000;
  std::optional<std::uint64_t> natural(std::uint64_t greatest = greatest_number);
  std::optional<std::uint64_t> index(std::uint64_t greatest = greatest_number);
  Node* run_operator();
  Node* run_further_operator(char c);
  Node* finish(Node* suffix);

  Node* pop();
  Node* pop(Kind kind);
  Node* pop_type();
  template <class Wanted>
  Node* pop_if(Wanted wanted) {
    return !stack_.empty() && wanted(stack_.top()->kind) ? stack_.pop() : nullptr;
  }
  Node* pop_entity();
  Node* pop_declaration_name() { return pop_if(is_declaration_name); }
  Node* pop_module();
  Node* pop_context();
  Node* pop_nominal();
  Node* pop_protocol();
  // The elements above the mark of the first one, in the order in which they were written.
  template <class Pop>
  Node* pop_marked_list(Kind kind, Pop pop_one);
  Node* pop_type_list();
  Node* pop_types(Kind kind);  // all on top of the stack, without a mark
  Node* pop_protocol_list();
  Node* remember(Node* node);  // for substitutions

  Node* identifier();
  bool append_word(std::string& name, char letter, bool& more);
  void note_words(std::string_view text);
  Node* operator_name();
  Node* local_name();
  Node* substitution();
  Node* repeated(Node* node, std::uint64_t times);
  Node* standard_substitution();

  // parse_types.cpp
  Node* builtin_type();
  Node* integer_type();
  Node* nominal_type(Kind kind);
  Node* bound_generic();
  bool pop_generic_arguments(Pile<Node*>& lists);
  Node* bind(Node* nominal, const Pile<Node*>& lists, std::size_t first);
  Node* tuple();
  Node* pack(std::string_view text);
  Node* opaque_type();
  Node* archetype();
  Node* special_type();
  Node* special_function_type(char c);
  Node* metatype(Kind kind);
  Node* sil_box(bool generic);
  Node* constrained_existential();
  Node* sugared_type();
  Node* anonymous_context();
  Node* type_annotation();
  Node* qualified(std::string_view words);
  Node* type_mangling();

  // parse_functions.cpp
  Node* function_type(std::string_view convention, bool labelled, bool with_c_type = false);
  Node* pop_parameters();
  Node* pop_labels(const Node* type);
  static Node* parameters_of(const Node* type);
  Node* labels_of_tuple(Node* type);
  Node* impl_function_type();
  Node* impl_head(Pile<Node*>& parts);
  bool impl_parameters(Pile<Node*>& parts);
  bool impl_representation(Pile<Node*>& parts);
  Node* c_type();

  // parse_entities.cpp
  Node* extension();
  Node* plain_function();
  Node* named_entity(Kind kind);
  Node* subscript();
  Node* accessor(Node* storage);
  Node* function_entity();
  Node* constructor(bool allocating);
  Node* deinit(bool allocating, bool isolated);
  Node* closure(std::string_view text);
  Node* part(std::string_view text, bool numbered);
  Node* macro_expansion();
  Node* macro_place();

  // parse_generics.cpp
  Node* generic_parameter();
  Node* dependent_name();
  Node* dependent_path();
  Node* dependent_member(Node* base);
  Node* dependent_members(Node* base);
  Node* requirement();
  Node* requirement_of(char c, Node* subject, std::uint64_t inverse);
  Node* layout_requirement(Node* subject);
  Node* generic_signature(bool counted);
  Node* generic_type();
  Node* conformance();
  Node* conformance_operator();
  Node* concrete_conformance();
  Node* any_conformance(std::string_view words, std::initializer_list<Node*> parts);
  std::optional<std::string> conformance_number();
  Node* conformance_list();
  Node* retroactive();

  // parse_thunks.cpp
  Node* phrase(std::string_view operands, std::string_view words);
  Node* operand(char kind);
  Node* metadata();
  Node* witness();
  Node* value_witness_entry();
  Node* outlined_operation();
  Node* initialised_globals();
  Node* private_descriptor();
  Node* thunk();
  Node* further_thunk();
  Node* attribute(std::string_view words) { return make_.leaf(Kind::Attribute, words); }
  Node* numbered_attribute(std::string_view words);
  Node* reabstraction_thunk(std::string_view words, std::string_view words_with_signature);
  Node* self_reabstraction_thunk();
  Node* completion_handler(std::string_view words);
  Node* key_path_thunk();
  Node* key_path_comparison(std::string_view words);
  Node* outlined_variable();
  Node* bridged_method();

  // parse_specializations.cpp
  Node* specialization(std::string_view description, bool partial);
  struct SpecializationHead {
    bool is_serialized = false;
    bool changes_representation = false;
  };
  std::optional<SpecializationHead> specialization_head();
  Node* specialized(const SpecializationHead& head, std::span<Node* const> parts,
                    std::string_view description, std::uint64_t arguments = 0);
  Node* function_specialization();
  Node* argument_specialization();
  Node* constants();
  Node* constant();
  bool begins_constant() const;
  Node* number_argument(std::string_view words);
  Node* with_operands(Node* argument);
  Node* with_closure(Node* argument);

  // parse_differentiation.cpp
  Node* differentiation();
  Node* differentiability_witness();
  Node* derivative(Kind kind, std::string_view words);
  Node* everything();
  Node* index_subset();

  std::string_view text_;
  std::size_t at_ = 0;
  Maker make_;
  Pile<Node*> stack_;
  Pile<Node*> known_;  // for substitutions
  std::array<std::string_view, 26> words_;
  std::size_t word_count_ = 0;
  std::size_t punycode_left_ = 4096;
  bool labels_in_types_;
};

template <class Pop>
Node* Parser::pop_marked_list(Kind kind, Pop pop_one) {
  if (pop(Kind::EmptyList) != nullptr) return make_.node(kind, {});
  Pile<Node*> reversed(make_.arena());
  for (bool first = false; !first;) {
    first = pop(Kind::FirstElement) != nullptr;
    Node* one = pop_one();
    if (one == nullptr || !reversed.push(one)) return nullptr;
  }
  std::ranges::reverse(reversed.from(0));
  return make_.node(kind, reversed.from(0));
}

}  // namespace symkit::swift

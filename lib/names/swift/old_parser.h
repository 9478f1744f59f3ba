// Reads the mangling of Swift before 4.0, which is still used for Swift classes in Objective-C (_TtC…).
// It is written forwards: each production is a function that calls others and counts its depth. Null
// means failure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "names/swift/node.h"

namespace symkit::swift {

class OldParser {
 public:
  OldParser(std::string_view text, Arena& arena) : text_(text), make_(arena), known_(arena) {}

  // The complete text, or null; what follows a complete name is a suffix.
  Node* parse();

 private:
  class Level;

  // old_parser.cpp: characters, names, what precedes entities.
  char peek() const { return text_.empty() ? '\0' : text_.front(); }
  char next();
  bool take(char c);
  bool take(std::string_view text);
  std::optional<std::uint64_t> natural();
  std::optional<std::uint64_t> index();
  std::optional<std::uint64_t> parameter_count();
  std::optional<std::string_view> letters();
  Node* remember(Node* node);

  bool global(Pile<Node*>& parts);
  bool attributes(Pile<Node*>& parts);
  Node* metadata();
  Node* witness();
  Node* value_witness_entry();
  Node* thunk();
  Node* specialization();
  Node* generic_specialization(std::string_view description);
  Node* function_specialization();
  Node* argument_specialization();
  Node* constant_argument();
  Node* phrase(std::string_view operands, std::string_view words);
  Node* operand(char kind);

  // old_entities.cpp
  Node* entity();
  Node* entity_of_kind(char kind);
  Node* accessor(Node* context, std::string_view name);
  Node* initializer(Node* context);
  Node* context();
  Node* extension(bool constrained);
  Node* module();
  Node* nominal(Kind kind);
  Node* protocol();
  Node* identifier();
  Node* declaration_name();
  Node* substitution();

  // old_types.cpp
  Node* type();
  Node* type_after(char c);
  Node* special_type();
  Node* builtin_type();
  Node* bound_generic();
  Node* tuple(bool variadic);
  Node* function_type(std::string_view convention);
  Node* protocol_list();
  Node* metatype(Kind kind);
  Node* archetype();
  Node* generic_parameter();
  Node* dependent_name();
  Node* dependent_member();
  Node* dependent_members();
  Node* generic_signature();
  Node* requirement();
  Node* layout_requirement(Node* subject);
  Node* conformance();
  Node* impl_function_type();
  bool impl_attributes(Pile<Node*>& parts);
  Node* impl_value(Kind kind);

  std::string_view text_;
  Maker make_;
  Pile<Node*> known_;  // for substitutions
  unsigned depth_ = 0;
};

// The nesting depth of a production; too deep is a failure.
class OldParser::Level {
 public:
  explicit Level(OldParser& parser) : depth_(parser.depth_) { ++depth_; }
  ~Level() { --depth_; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

  bool too_deep() const { return depth_ > deepest; }

 private:
  static constexpr unsigned deepest = 500;
  unsigned& depth_;
};

}  // namespace symkit::swift

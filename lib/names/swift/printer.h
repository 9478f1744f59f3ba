// Writes a tree in the format of swift-demangle. Parts of a tree can be shared, and a short name can
// expand to any amount of text, so the output is counted, and too much is a failure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "names/swift/demangle.h"
#include "names/swift/node.h"

namespace symkit::swift {

class Printer {
 public:
  Printer(const Options& options, Arena& arena) : options_(options), arena_(arena) {}

  std::optional<std::string> print_whole(const Node* tree);

 private:
  enum class Signature : std::uint8_t { None, Colon, Function };

  // A context is printed before a name, "context.name". One that reads badly there ("f() -> ()") is
  // returned instead, to be printed after it: "name in context".
  const Node* print(const Node* node, bool in_front = false);

  // printer.cpp
  const Node* print_part(const Node* node, bool in_front);
  void print_all(const Node* node, std::string_view separator);
  void print_phrase(const Node* node);
  void print_template(std::string_view words, const Node* node);
  std::string_view form(std::string_view words) const;
  void print_local_name(const Node* node);
  void print_private_name(const Node* node);
  void print_suffix(const Node* node);

  // print_entities.cpp
  const Node* print_entity(const Node* node, bool in_front, Signature signature, std::string_view name,
                           const Node* arguments = nullptr);
  const Node* print_named(const Node* node, bool in_front, Signature signature,
                          const Node* arguments = nullptr);
  const Node* print_accessor(const Node* node, bool in_front);
  const Node* print_storage(const Node* node, bool in_front, std::string_view accessor);
  const Node* print_wordy(const Node* node, bool in_front, Signature signature);
  const Node* print_front(const Node* context);
  bool shows(const Node* context) const;
  void print_signature(const Node* node, Signature signature, const Node* arguments);
  void print_extension(const Node* node);
  const Node* print_anonymous_context(const Node* node);

  // print_types.cpp
  void print_type(const Node* node);
  void print_bound_generic(const Node* node);
  bool print_sugar(const Node* node);
  void print_simple(const Node* type);
  void print_tuple_element(const Node* node);
  void print_metatype(const Node* node);
  void print_protocols(const Node* list);
  void print_sil_box(const Node* node);
  void print_generic_signature(const Node* node);
  void print_parameters_of(const Node* signature, std::uint64_t depth, std::uint64_t count);
  void print_requirement(const Node* node);
  void print_conformance(const Node* node);

  // print_functions.cpp
  void print_function_type(const Node* labels, const Node* type);
  void print_function_parameters(const Node* labels, const Node* parameters);
  void print_impl_function(const Node* node);
  void print_impl_value(const Node* node);

  // print_specializations.cpp
  void print_specialization(const Node* node);
  void print_argument(const Node* node);
  void print_options(std::uint64_t options);
  void print_symbol(std::string_view mangled);

  bool spend();

  const Options& options_;
  Arena& arena_;
  std::string out_;
  std::size_t steps_ = 0;
  unsigned nested_ = 0;
  unsigned depth_ = 0;
  bool failed_ = false;
  bool said_specialized_ = false;
};

// "T" in "A1": depth 1, the first.
std::string generic_parameter_name(std::uint64_t number);

bool needs_space_before(const Node* type);

}  // namespace symkit::swift

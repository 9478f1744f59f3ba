// The content of a mangled name, as a tree. There is a kind for each way of printing. Thunks and tables,
// of which there are a hundred, are Phrases: words with places for their children.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "names/swift/arena.h"

namespace symkit::swift {

enum class Kind : std::uint8_t {
  // The complete name.
  Global,
  Suffix,        // a compiler's suffix to the mangled name
  Attribute,     // text: words before what follows; '%' is replaced by the child or the number
  PartialApply,  // text: its name; the children are what it forwards to
  Specialization,
  SpecializedArgument,
  // Marks on the parser's stack.
  EmptyList,
  FirstElement,
  Variadic,
  // Names.
  Identifier,
  Module,
  PrivateName,  // file, name (optional)
  LocalName,    // name; number: which of several
  RelatedName,  // name; text: its relation
  PrefixOperator,
  PostfixOperator,
  InfixOperator,
  Word,  // printed as it is
  // Entities: see Slot.
  Class,
  Structure,
  Enum,
  Protocol,
  TypeAlias,
  OtherNominal,
  GenericParameterDecl,
  Function,
  BoundGenericFunction,  // function, arguments
  Variable,
  Subscript,
  Accessor,     // storage; text: which one
  Constructor,  // text: "init"
  Deinit,       // text: "deinit"
  Closure,      // text: "closure #"
  Part,         // text: "default argument "; number: which one, or none
  Macro,
  MacroExpansion,  // text: "freestanding macro expansion #"
  Extension,       // module, type, signature (optional)
  AnonymousContext,
  OpaqueResultOf,
  EntityPhrase,  // like Phrase, but other entities can be declared in it
  Phrase,  // text: "value witness table for %0", or long and short form: "%0 value witness for %1|%0 for %1"
  LabelList,
  GlobalList,  // variables that are initialised together
  // Types.
  TypeMangling,  // type, labels (optional)
  TypeList,
  Builtin,
  BoundGeneric,  // type, arguments
  Tuple,
  TupleElement,  // type, label (optional); number: variadic
  Pack,          // text: "Pack{"
  PackExpansion,
  PackElement,
  FunctionType,  // text: its convention; see FunctionSlot
  ImplFunction,
  ImplParameter,  // type; text: its convention; number: ImplModifier
  ImplResult,
  ImplYield,
  ImplError,
  PatternSubstitutions,
  InvocationSubstitutions,
  ImplSending,
  Qualified,  // type; text: words before it: "inout "
  Metatype,   // type; text: its representation
  ExistentialMetatype,
  ProtocolList,         // TypeList
  ProtocolsWithClass,   // ProtocolList, class
  ProtocolsWithObject,  // ProtocolList
  ConstrainedExistential,
  ExistentialSelf,
  SilBox,  // fields, signature, arguments (both optional)
  SilBoxField,
  DynamicSelf,
  ErrorType,
  OpaqueResult,
  OpaqueType,
  AssociatedType,   // type, name
  DependentMember,  // type, DependentName
  DependentName,    // identifier, protocol (optional)
  DependentPath,
  GenericParameter,  // number: depth and index
  GenericType,       // signature, type
  GenericSignature,
  ParameterCount,
  Requirement,  // number: which one; text: its layout
  PackMarker,
  ValueMarker,
  Integer,  // text
  SugaredOptional,
  SugaredArray,
  SugaredDictionary,
  SugaredInlineArray,
  SugaredParentheses,
  // Attributes of function types.
  Throws,
  TypedThrows,
  Async,
  Sendable,
  Differentiable,
  Isolation,
  SendingResult,
  // Conformances.
  Conformance,  // type, protocol, module
  ConformanceReference,
  AnyConformance,  // like Phrase; not printed for a generic argument
  Retroactive,
  Sequence,  // in sequence, with nothing between
  IndexSubset,
};

struct Node {
  Kind kind = Kind::Word;
  bool is_type = false;  // may be used as a type
  std::uint16_t depth = 1;
  std::uint32_t count = 0;
  Node** children = nullptr;
  std::string_view text;
  std::uint64_t number = 0;

  Node* child(std::size_t i) const { return i < count ? children[i] : nullptr; }
  std::span<Node*> all() const { return {children, count}; }
  Node* last() const { return count == 0 ? nullptr : children[count - 1]; }
};

// The children of an entity; missing ones are null.
enum Slot : std::uint8_t { Context, Name, Labels, Type, Extra };

// The children of a function type.
enum FunctionSlot : std::uint8_t {
  ClangType,
  Sending,
  Isolated,
  Derivable,
  Error,
  Concurrent,
  Suspends,
  Takes,
  Gives
};

enum ImplModifier : std::uint8_t {
  NoDerivative = 1,
  SendingValue = 2,
  IsolatedValue = 4,
  ImplicitLeading = 8
};

// Deeper trees would need too much stack to print; no compiler makes them.
inline constexpr std::uint16_t deepest = 1000;

inline bool is_nominal(Kind kind) { return kind >= Kind::Class && kind <= Kind::OtherNominal; }

inline bool is_context(Kind kind) {
  return kind == Kind::Module || (kind >= Kind::Class && kind <= Kind::EntityPhrase);
}

inline bool is_declaration_name(Kind kind) {
  return kind == Kind::Identifier || (kind >= Kind::PrivateName && kind <= Kind::InfixOperator);
}

inline bool is_requirement(Kind kind) {
  return kind == Kind::Requirement || kind == Kind::PackMarker || kind == Kind::ValueMarker;
}

inline bool is_attribute(Kind kind) {
  return kind == Kind::Attribute || kind == Kind::PartialApply || kind == Kind::Specialization;
}

// The number of a Part without one.
inline constexpr std::uint64_t unnumbered = ~std::uint64_t{0};

inline constexpr std::uint64_t generic_parameter_number(std::uint64_t depth, std::uint64_t index) {
  return depth << 32 | index;
}

// Makes nodes. Each function returns null if memory or depth is exhausted, or if a required child is
// null: so any failure makes the complete name fail.
class Maker {
 public:
  explicit Maker(Arena& arena) : arena_(arena) {}

  Node* leaf(Kind kind, std::string_view text = {}, std::uint64_t number = 0);
  Node* node(Kind kind, std::initializer_list<Node*> children, std::string_view text = {},
             std::uint64_t number = 0);
  Node* node(Kind kind, std::span<Node* const> children, std::string_view text = {},
             std::uint64_t number = 0);
  // Some children may be missing.
  Node* with_gaps(Kind kind, std::span<Node* const> children, std::string_view text = {},
                  std::uint64_t number = 0);
  Node* with_gaps(Kind kind, std::initializer_list<Node*> children, std::string_view text = {},
                  std::uint64_t number = 0);
  // The same list with another child.
  Node* appended(const Node* list, Node* child);
  Node* copy(const Node* node);

  Arena& arena() { return arena_; }

 private:
  Arena& arena_;
};

inline Node* as_type(Node* node) {
  if (node != nullptr) node->is_type = true;
  return node;
}

}  // namespace symkit::swift

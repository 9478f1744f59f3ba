// What a mangled name says, as a tree. Kinds are those that are printed differently; a thunk or a table, of
// which there are a hundred, is a Phrase: words with places for its children.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "names/swift/arena.h"

namespace symkit::swift {

enum class Kind : std::uint8_t {
  // The whole.
  Global,
  Suffix,        // what a compiler appended to the mangled name
  Attribute,     // text: words in front of what follows; '%' stands for the child or the number
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
  PrivateName,  // file, name (which may be missing)
  LocalName,    // name; number: which of them
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
  Extension,       // module, type, signature (which may be missing)
  AnonymousContext,
  OpaqueResultOf,
  EntityPhrase,  // as Phrase, but other things can be declared in it
  Phrase,  // text: "value witness table for %0", or long and short form: "%0 value witness for %1|%0 for %1"
  LabelList,
  GlobalList,  // variables that are initialised together
  // Types.
  TypeMangling,  // type, labels (which may be missing)
  TypeList,
  Builtin,
  BoundGeneric,  // type, arguments
  Tuple,
  TupleElement,  // type, label (which may be missing); number: variadic
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
  Qualified,  // type; text: words in front: "inout "
  Metatype,   // type; text: its representation
  ExistentialMetatype,
  ProtocolList,         // TypeList
  ProtocolsWithClass,   // ProtocolList, class
  ProtocolsWithObject,  // ProtocolList
  ConstrainedExistential,
  ExistentialSelf,
  SilBox,  // fields, signature, arguments (both may be missing)
  SilBoxField,
  DynamicSelf,
  ErrorType,
  OpaqueResult,
  OpaqueType,
  AssociatedType,   // type, name
  DependentMember,  // type, DependentName
  DependentName,    // identifier, protocol (which may be missing)
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
  // What function types say of themselves.
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
  AnyConformance,  // as Phrase; of a generic argument nothing of it is printed
  Retroactive,
  Sequence,  // one after the other, with nothing between
  IndexSubset,
};

struct Node {
  Kind kind = Kind::Word;
  bool is_type = false;  // stands where a type can
  std::uint16_t depth = 1;
  std::uint32_t count = 0;
  Node** children = nullptr;
  std::string_view text;
  std::uint64_t number = 0;

  Node* child(std::size_t i) const { return i < count ? children[i] : nullptr; }
  std::span<Node*> all() const { return {children, count}; }
  Node* last() const { return count == 0 ? nullptr : children[count - 1]; }
};

// The children of an entity; those that it has not are null.
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

// The number of a Part that has none.
inline constexpr std::uint64_t unnumbered = ~std::uint64_t{0};

inline constexpr std::uint64_t generic_parameter_number(std::uint64_t depth, std::uint64_t index) {
  return depth << 32 | index;
}

// Makes nodes. Each function gives null where memory or depth has run out, or where a child that it needs is
// null itself: so a failure anywhere ends in a failure of the whole.
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
  // The same with one child more.
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

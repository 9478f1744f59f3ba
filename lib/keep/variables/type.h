// A type of variables, whatever it was read from: debug information, or an index.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace symkit::variables {

// Numbered by its source; 0: none, as a pointer to void points to.
using TypeId = std::uint32_t;

enum class Kind : std::uint8_t {
  Unknown,
  Base,
  Pointer,
  Reference,
  MovedReference,  // C++: an rvalue's
  MemberPointer,
  Array,
  Record,
  Union,
  Enumeration,
  Function,
  Alias,  // another name of a type
  Const,  // a type with a qualifier
  Volatile,
  Restrict,
  Atomic,
  Unspecified,  // a name without more, as decltype(nullptr)
};

enum class Encoding : std::uint8_t {
  Unknown,
  Signed,
  Unsigned,
  SignedCharacter,
  UnsignedCharacter,
  Utf,
  Boolean,
  Float,
  ComplexFloat,
  Address,
};

struct Member {
  std::string_view name = {};  // empty: it has none
  TypeId type = 0;
  std::uint64_t offset = 0;  // in bytes, from where its record begins
  // Of a bit field: from where its record begins, counted from the lowest bit of each byte.
  std::uint64_t bit_offset = 0;
  std::uint32_t bit_size = 0;  // 0: it is none
  bool is_base = false;        // a class that it is derived from
  bool is_virtual = false;     // … where that is, only the object itself tells
  // … it is in its table of virtual functions, so far from where the object's first pointer points; else 0
  std::int64_t offset_in_table = 0;
  bool is_artificial = false;
};

struct Enumerator {
  std::string_view name;
  std::uint64_t value = 0;  // extended to 64 bits, as its type has signs
};

// One alternative of a Rust enum.
struct Variant {
  std::vector<std::uint64_t> chosen_by;  // values of the discriminant; none: all that no other has
  Member content;
};
struct Variants {
  std::optional<Member> discriminant;  // nothing: there is one variant
  std::vector<Variant> all;
};

// A virtual function: with its parameters, as "port::Ship::load(int)".
struct Method {
  std::string name;
  std::uint64_t slot = 0;  // in its class's table
};

// How many elements an array has in one dimension.
struct Dimension {
  std::optional<std::uint64_t> count;
  std::uint32_t counted_by = 0;  // else a variable, or an expression, that only a frame knows (Variable)
  bool is_to_last = false;       // … which is the last element's number
};

struct Type {
  Kind kind = Kind::Unknown;
  Encoding encoding = Encoding::Unknown;
  bool is_class = false;          // C++: of a record
  bool is_scoped = false;         // of an enumeration: its enumerators need its name
  bool is_declared_only = false;  // what it consists of is not known
  bool has_size = false;
  std::uint8_t go_kind = 0;  // 0: none
  std::uint64_t size = 0;    // in bytes
  std::string name = {};     // with its namespaces; empty: it has none
  TypeId of = 0;         // what it points or refers to, has as elements, qualifies, is a name for, returns
  TypeId container = 0;  // of a pointer to a member: its class
  std::vector<Member> members = {};
  std::vector<Enumerator> enumerators = {};
  std::vector<Dimension> dimensions = {};  // of an array
  std::vector<TypeId> parameters = {};     // of a function
  std::vector<Method> methods = {};        // of a class, those that are virtual
  std::optional<Variants> variants = {};
  std::vector<std::pair<std::string_view, TypeId>> arguments = {};  // of a template: its types
};

}  // namespace symkit::variables

// The arguments and locals of functions: what they are called, and where they are while the code at some
// address is executed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "keep/variables/type.h"

namespace symkit::variables {

// Numbered by its source; 0: none.
using VariableId = std::uint32_t;

// Where a value is, or what it is. Expressions are DWARF's, except that they need nothing beside them:
// where DWARF has the place of a type or of a variable in a file, they have its number in their source as
// ULEB128 (implicit_pointer, const_type, regval_type, deref_type, convert, reinterpret, call_ref);
// DW_OP_addrx has the address itself as ULEB128. Extensions of GNU have the numbers of the standard.
struct Location {
  enum class Kind : std::uint8_t {
    Nowhere,  // the program has it no more, or not yet
    Expression,
    Constant,       // `bytes` are its value
    NotUnderstood,  // it is described in a way that is not known here
  };
  Kind kind = Kind::Nowhere;
  Bytes bytes = {};  // valid as long as the source
};

struct Variable {
  std::string_view name;
  TypeId type = 0;
  bool is_argument = false;
  Location location = {};
};

// The variables of a function, or of a call that was inlined into it, that are in scope at an address: those
// of the innermost block first, in a block in the order of their declarations.
struct Scope {
  std::vector<Variable> variables;
};

struct Function {
  std::vector<Scope> scopes;  // of the innermost inlined call first; the last is the function's own
  Location frame_base = {};
  std::uint64_t entry = 0;     // where it begins
  std::string_view symbol;     // its name for linkers
  std::uint16_t language = 0;  // DWARF's number for the one it was written in
  // It calls itself as the last that it does, or may do so: what it was called with is not known then.
  bool may_have_begun_anew = false;
};

// What a caller has passed.
struct Passed {
  Bytes to;     // the expression of where the callee takes it
  Bytes value;  // the expression of its value, in the caller
  Bytes data;   // … of what it refers to; empty: not known
};
struct CallSite {
  std::optional<std::uint64_t> callee = {};  // where it begins
  std::string_view symbol = {};              // else its name for linkers, if it is not in the image
  Bytes target = {};                         // else the expression of where it begins; empty: not known
  std::vector<Passed> passed = {};
};

// What linkers call what is at an address.
struct SymbolAt {
  std::string_view name;
  std::uint64_t distance = 0;  // how far the address is behind where it begins
};

// What is known of one image's variables. All addresses are the file's. What is returned stays valid as long
// as the source. For one thread.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  // Null if nothing is known of the function there.
  virtual const Function* function_at(std::uint64_t address) = 0;
  // The call that returns to an address; null: none is known.
  virtual const CallSite* call_before(std::uint64_t address) = 0;
  // The calls that are the last of what the function that begins at an address does; null: they are not
  // known.
  virtual const std::vector<CallSite>* tail_calls(std::uint64_t /*entry*/) { return nullptr; }
  // Where the function begins that linkers call so.
  virtual std::optional<std::uint64_t> begin_of(std::string_view /*symbol*/) { return std::nullopt; }
  // Of functions and data; nothing if no symbol is there.
  virtual std::optional<SymbolAt> symbol_at(std::uint64_t /*address*/) { return std::nullopt; }
  virtual const Type& type(TypeId id) = 0;
  // What a type consists of that is only declared; 0: nobody knows, or it is not certain.
  virtual TypeId defined(TypeId /*id*/) { return 0; }
  // A variable that an expression refers to, while the code at the address is executed.
  virtual Variable variable(VariableId id, std::uint64_t address) = 0;
};

}  // namespace symkit::variables

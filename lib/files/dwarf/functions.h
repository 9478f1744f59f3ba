// The functions of a unit: where their code is, and which calls were inlined into them. Everything else
// in .debug_info is skipped.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "files/dwarf/entry_id.h"
#include "files/dwarf/ranges.h"
#include "files/dwarf/scopes.h"
#include "files/dwarf/unit.h"
#include "ground/base/line_and_column.h"

namespace symkit::dwarf {

// The name of an entry: given directly, or by referring to another entry.
struct NameAttributes {
  Text linkage_name;
  Text name;
  EntryId specification;
  EntryId abstract_origin;

  NameAttributes() = default;
  explicit NameAttributes(const EntryFields& fields);
  bool says_origin_only() const {
    return !linkage_name.is_given() && !name.is_given() && !specification.is_given() &&
           abstract_origin.is_own();
  }
};

// A call that was replaced by the callee's code. Calls are numbered from 1 in the order of their entries,
// so that a parent precedes its children; 0 is the function itself. Nearly all give only the entry of the
// inlined function for their name.
struct InlinedCall {
  std::uint32_t parent = 0;
  std::uint32_t call_file = 0;
  std::uint32_t call_line = 0;  // with its column, if columns are collected
  std::uint32_t name = 0;       // 0: given by `origin`; else an index from 1 in the function's call_names
  std::uint64_t entry = 0;
  std::uint64_t origin = 0;  // the abstract origin, in the unit's own file; 0: none
};
static_assert(sizeof(InlinedCall) == 32);

// Code of an inlined call. If ranges overlap, later ones override earlier ones.
struct InlinedRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t call = 0;
  bool is_all = false;  // the call has no other code
};

// A call of another function, as compilers describe it for entry values.
struct CallSite {
  std::uint64_t returns_to = 0;  // 0: unknown; if the linker deleted the code, its placeholder
  EntryId callee = {};           // empty: the call is indirect
  std::uint32_t call = 0;        // the inlined call that the code belongs to
  bool is_tail_call = false;
};

struct Function {
  std::uint64_t entry = 0;  // offset in .debug_info
  NameAttributes name;
  std::span<const Range> ranges;
  std::span<const InlinedCall> calls;
  std::span<const InlinedRange> inlined;
  std::span<const NameAttributes> call_names = {};
  std::span<const CallSite> call_sites = {};  // in the order of their entries; only if collected
  bool knows_tail_calls = false;              // those in `call_sites` are complete

  NameAttributes name_of(const InlinedCall& call) const {
    if (call.name != 0) return call_names[call.name - 1];
    NameAttributes name;
    name.abstract_origin.offset = call.origin;
    return name;
  }
};

class FunctionSink {
 public:
  virtual ~FunctionSink() = default;
  // The data that `function` refers to belongs to the walk and is reused afterwards.
  virtual void take(const Function& function) = 0;
};

// Finds the functions of one unit after the other, reusing its memory.
class FunctionWalk {
 public:
  // From now on, functions are passed on with their call sites.
  void collect_call_sites() { collects_call_sites_ = true; }
  // From now on, functions without code in this range are passed on with nothing but their ranges; those
  // without any code, as a whole.
  void restrict_to(Range wanted) { wanted_ = wanted; }
  // From now on, `call_line` is a packed LineAndColumn.
  void collect_columns() { collects_columns_ = true; }

  // Walks the complete unit, recording its namespaces and classes, and then passes on every function with
  // code, each after the functions nested in it. Returns false if the unit is broken; everything before
  // the fault was passed on.
  bool run(const Unit& unit, RangeAllowance& allowance, Scopes& scopes, FunctionSink& sink);

 private:
  // Consecutive storage for the parts of functions. A nested function's parts must not be among those of
  // the enclosing one, so each nesting depth has a body; depth 0 keeps all functions of the unit.
  struct Body {
    std::vector<Range> ranges;
    std::vector<InlinedCall> calls;
    std::vector<NameAttributes> call_names;
    std::vector<InlinedRange> inlined;
    std::vector<CallSite> call_sites;
    void clear();
  };
  struct Extent {  // positions in a Body
    std::size_t ranges = 0, calls = 0, call_names = 0, inlined = 0, call_sites = 0;
  };
  struct Found {
    std::uint64_t entry = 0;
    NameAttributes name;
    Extent first;
    Extent end;
    bool is_nested = false;
    bool knows_tail_calls = false;
  };
  // One open entry: what its children belong to.
  struct Level {
    std::uint32_t call = 0;    // the enclosing inlined call; 0: the function itself
    std::uint32_t scope = 0;   // the enclosing namespace or class
    bool is_function = false;  // closes the innermost open function
    bool is_scope = false;     // closes `scope`
    bool in_function = false;  // its children belong to the innermost open function
  };

  bool walk();
  bool pass_over(Cursor& at, std::uint64_t entry, std::uint64_t code);
  bool take_plain_inlined(Cursor& at, std::uint64_t entry, const Abbreviation& abbreviation);
  bool take_plain_call(Cursor& at, const Abbreviation& abbreviation);
  bool go_to_sibling(Cursor& at, std::uint32_t bytes) const;
  std::uint64_t origin_of(const PlainEntry& plain, const std::uint8_t* fields) const;
  bool open_plainly(Cursor& at, std::uint32_t bytes);
  bool enter(Cursor& at, std::uint64_t entry, const Abbreviation& abbreviation);
  bool skip_with_children(Cursor& at, const Abbreviation& abbreviation) const;
  void leave(const Cursor& at);
  void open_function(Cursor& at, std::uint64_t entry, const Abbreviation& abbreviation);
  bool is_wanted(const Found& function) const;
  void close_function();
  std::uint32_t add_call(Cursor& at, std::uint64_t entry, const Abbreviation& abbreviation,
                         std::uint32_t parent);
  void add_inlined(const CodeAttributes& code, std::uint32_t call);
  void add_call_site(Cursor& at, const Abbreviation& abbreviation, std::uint32_t call);
  std::uint32_t call_place(std::uint64_t line, std::uint64_t column) const {
    const auto number = static_cast<std::uint32_t>(line);
    return collects_columns_ ? LineAndColumn{number, static_cast<std::uint32_t>(column)}.packed() : number;
  }
  void hand_over(FunctionSink& sink) const;
  static Extent end_of(const Body& body) {
    return {body.ranges.size(), body.calls.size(), body.call_names.size(), body.inlined.size(),
            body.call_sites.size()};
  }
  Body& body() { return *bodies_[open_.size() - 1]; }
  const Body& body() const { return *bodies_[open_.size() - 1]; }

  const Unit* unit_ = nullptr;
  const AbbreviationTable* table_ = nullptr;
  RangeAllowance* allowance_ = nullptr;
  Scopes* scopes_ = nullptr;
  bool classes_hold_no_code_ = false;
  bool composes_names_ = false;
  bool collects_call_sites_ = false;
  bool collects_columns_ = false;
  Range wanted_{0, UINT64_MAX};
  std::vector<Level> levels_;
  std::vector<Found> open_;
  std::vector<Found> closed_;
  std::vector<std::unique_ptr<Body>> bodies_;  // of the open functions, by depth
  Body nested_;                                // of closed functions that were nested
  std::vector<Range> ranges_;
};

}  // namespace symkit::dwarf

// The functions of a unit: where their code is, and what was inlined into it from where. Everything else in
// .debug_info is stepped over.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dwarf/ranges.h"
#include "dwarf/unit.h"

namespace symkit::dwarf {

// What an entry says about its name: directly, or by pointing at another entry.
struct NameAttributes {
  std::string_view linkage_name;
  std::string_view name;
  std::uint64_t specification = 0;  // offsets in .debug_info; 0: none
  std::uint64_t abstract_origin = 0;
  bool take(Attribute attribute, const Value& value);  // false: not about names
};

// A call that was replaced by the callee's code. Calls are numbered from 1 in the order of their entries,
// so that a parent comes before its children; 0 is the function itself.
struct InlinedCall {
  std::uint32_t parent = 0;
  std::uint32_t call_file = 0;
  std::uint32_t call_line = 0;
  std::uint64_t entry = 0;
  NameAttributes name;
};

// Code of an inlined call. Later ones override earlier ones where they overlap.
struct InlinedRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t call = 0;
};

struct Function {
  std::uint64_t entry = 0;  // offset in .debug_info
  NameAttributes name;
  std::vector<Range> ranges;
  std::vector<InlinedCall> calls;
  std::vector<InlinedRange> inlined;
};

class FunctionSink {
 public:
  virtual ~FunctionSink() = default;
  // `function` is the walk's own and is used again afterwards.
  virtual void take(const Function& function) = 0;
};

// Hands over every function of the unit that has code, each after the functions nested in it.
// Returns false where the unit is broken; what came before has been handed over.
bool walk_functions(const Unit& unit, RangeAllowance& allowance, FunctionSink& sink);

}  // namespace symkit::dwarf

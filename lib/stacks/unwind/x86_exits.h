// Where the code of a function on x86 is about to return: rules for each of these places.
#pragma once

#include <cstdint>

#include "ground/base/bytes.h"
#include "stacks/unwind/asked_rules.h"
#include "stacks/unwind/function_rows.h"
#include "stacks/unwind/x86_epilogue.h"

namespace symkit::unwind {

struct X86Body {
  Bytes code;              // of the function
  std::uint64_t from = 0;  // behind its prologue
  // It may also return where it has no frame.
  bool may_lack_frame = false;
};

// `leaving` is asked with addresses in memory.
void add_exits_x86(const X86Body& body, const X86Leaving& leaving, AskedRules& asked, FunctionRows& rows);

}  // namespace symkit::unwind

// What an unwind program says of one register of the caller.
#pragma once

#include <cstdint>

#include "ground/base/bytes.h"

namespace symkit::unwind {

// The CFA is the canonical frame address, which all of a function's frame is counted from.
struct Rule {
  enum class Kind : std::uint8_t {
    Unsaid,      // the register is as it was, unless the call changes it
    Same,        // as it was
    Undefined,   // it cannot be known
    Saved,       // in memory, `offset` bytes from the CFA
    Value,       // it is the CFA plus `offset`
    InRegister,  // `offset` is the number of the register
    SavedAtExpression,
    ValueOfExpression,
  };
  Kind kind = Kind::Unsaid;
  std::int64_t offset = 0;
  Bytes expression = {};
};

}  // namespace symkit::unwind

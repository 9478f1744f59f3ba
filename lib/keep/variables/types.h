// What a type is behind its other names and qualifiers.
#pragma once

#include <cstdint>
#include <optional>

#include "keep/variables/type.h"
#include "keep/variables/variable.h"

namespace symkit::variables {

// Without what only gives it another name or qualifies it. One that leads to itself is Unknown.
const Type& bare(TypeId id, Source& source);

// The same one's number; 0 if it leads to itself.
TypeId bare_id(TypeId id, Source& source);

// In bytes; nothing if only a frame knows it, or nobody.
std::optional<std::uint64_t> size_of(TypeId id, Source& source);

}  // namespace symkit::variables

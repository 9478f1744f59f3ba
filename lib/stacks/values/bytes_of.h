// The bytes of a value, as far as they are known.
#pragma once

#include <cstdint>
#include <string>

#include "stacks/unwind/memory.h"
#include "stacks/values/object.h"

namespace symkit::values {

// So many bytes of memory, or as many as there are in a row, whatever pieces it is kept in.
std::string bytes_at(const unwind::Memory& memory, std::uint64_t address, std::uint64_t size);

// The first bytes of a value in a row, at most `size`: fewer where something is not known.
std::string known_bytes(const Object& object, std::uint64_t size);

// Whether two parts of a value, `size` bytes each, are alike: the same bytes, or the same lack of them.
bool are_alike(const Object& one, const Object& other, std::uint64_t size);

}  // namespace symkit::values

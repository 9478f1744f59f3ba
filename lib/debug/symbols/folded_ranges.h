// Finds functions that share their code: those that claim exactly the same range under different names,
// and those whose code the linker replaced with another's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "debug/symbols/claim.h"
#include "keep/index/native_writer.h"

namespace symkit::symbols {

// Whether compilers make aliases of functions. On Darwin none does.
enum class Aliases : std::uint8_t { Some, None };

// `claims`: sorted by begin, of equal ones the winning one first; `folded`: of functions that are in no
// piece.
std::vector<index::FoldedRange> folded_ranges(std::span<const Claim> claims, std::vector<Claim> folded,
                                              std::span<const index::Draft> drafts, Aliases aliases);

}  // namespace symkit::symbols

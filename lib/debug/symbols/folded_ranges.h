// Which functions share their code: those that claim the very same range under different names, and those
// whose code the linker took for another's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "debug/symbols/claim.h"
#include "keep/index/native_writer.h"

namespace symkit::symbols {

// Whether a compiler makes second names of a function. On Darwin none does.
enum class Aliases : std::uint8_t { Some, None };

// `claims` by their begin, of those that begin together the winning one first; `folded`: of functions that
// are in no piece.
std::vector<index::FoldedRange> folded_ranges(std::span<const Claim> claims, std::vector<Claim> folded,
                                              std::span<const index::Draft> drafts, Aliases aliases);

}  // namespace symkit::symbols

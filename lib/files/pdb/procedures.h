// The records of functions among a module's symbols: where each has its code, and where its information
// ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ground/base/bytes.h"

namespace symkit::pdb {

struct Procedure {
  std::uint32_t size = 0;
  std::uint32_t offset = 0;
  std::uint16_t section = 0;
  std::string_view name;
};

bool is_procedure(std::uint16_t kind);
std::optional<Procedure> read_procedure(Bytes body);
// The same for a thunk, which is a few instructions that lead to a function.
std::optional<Procedure> read_thunk(Bytes body);

// Where the record begins that ends a procedure's scope. `records` are a module's, after their signature;
// `body` is of a procedure in them. Nothing if it is missing or wrong.
std::optional<std::size_t> end_of_procedure(Bytes records, Bytes body);

}  // namespace symkit::pdb

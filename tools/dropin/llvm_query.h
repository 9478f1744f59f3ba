// A query to llvm-symbolizer: [CODE|DATA|FRAME] [FILE:|BUILDID:][file] address-or-symbol.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ground/base/result.h"

namespace symkit::dropin {

enum class Wanted : std::uint8_t { Code, Data, Frame };

struct LlvmQuery {
  Wanted wanted = Wanted::Code;
  std::string file = {};      // or
  std::string build_id = {};  // in hex
  std::optional<std::uint64_t> address = {};
  std::string symbol = {};  // instead of an address
  std::uint64_t from_symbol = 0;
};

struct QueryRules {
  std::string file = {};        // for every query, unless it is empty
  std::string build_id = {};    // the same
  bool is_hexadecimal = false;  // addresses are hexadecimal even without 0x, as in addr2line
};

// The error does not include the line. `query` keeps what was parsed before it.
Result<void> parse_query(std::string_view line, const QueryRules& rules, LlvmQuery& query);

// Nothing if it is not a number. Base 0: as in C, where 0x, 0b and a leading 0 give the base.
std::optional<std::uint64_t> number_of(std::string_view text, int base);

bool is_build_id(std::string_view text);

}  // namespace symkit::dropin

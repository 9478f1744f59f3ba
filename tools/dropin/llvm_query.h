// A line that llvm-symbolizer is asked: [CODE|DATA|FRAME] [FILE:|BUILDID:][file] address-or-symbol.
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
  std::string symbol = {};  // in place of an address
  std::uint64_t from_symbol = 0;
};

struct QueryRules {
  std::string file = {};        // that every query is of, unless it is empty
  std::string build_id = {};    // the same
  bool is_hexadecimal = false;  // addresses are, without 0x, too: addr2line's way
};

// What is wrong with it is said without the line. `query` holds what was understood until then.
Result<void> parse_query(std::string_view line, const QueryRules& rules, LlvmQuery& query);

// Nothing where it is none. Base 0: as C writes numbers, 0x, 0b and a leading 0 say of what base they are.
std::optional<std::uint64_t> number_of(std::string_view text, int base);

bool is_build_id(std::string_view text);

}  // namespace symkit::dropin

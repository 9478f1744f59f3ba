// Reads the tables of the Firefox Profiler's files, which are columns (an array for each), in all
// versions of the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ground/json/document.h"
#include "reports/profile/json_elements.h"

namespace symkit::profile::firefox {

// Empty if the table has no such column.
std::vector<std::int64_t> column(json::Value table, std::string_view name);

// If a table has no such column, all rows are unknown.
std::vector<std::int64_t> column_of(json::Value table, std::string_view name, std::size_t length);

// The caller of each stack; no_number if there is none. A value that is not an earlier stack is returned
// as it is, or as -1.
std::vector<std::int64_t> callers(json::Value stacks, std::int64_t of_version);

bool has_flag(const std::vector<std::int64_t>& flags, std::size_t row, std::int64_t flag);

// Clears rows whose flags do not mark them as valid.
void keep_flagged(std::vector<std::int64_t>& column, const std::vector<std::int64_t>& flags,
                  std::int64_t flag);

inline bool is_among(std::int64_t number, std::size_t count) {
  return number >= 0 && static_cast<std::uint64_t>(number) < count;
}

}  // namespace symkit::profile::firefox

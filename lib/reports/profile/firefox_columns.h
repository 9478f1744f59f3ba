// The tables of the Firefox Profiler's files are columns, an array of each: how these are read, of all
// versions of the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "logs/crashlog/json_document.h"
#include "reports/profile/json_elements.h"

namespace symkit::profile::firefox {

// Empty where the table has no such column.
std::vector<std::int64_t> column(crashlog::JsonValue table, std::string_view name);

// Where a table has no such column, nothing is known of any row.
std::vector<std::int64_t> column_of(crashlog::JsonValue table, std::string_view name, std::size_t length);

// Of each stack the one that called it, no_number where none did; what is none of the stacks before it is
// said as it stands, or as -1.
std::vector<std::int64_t> callers(crashlog::JsonValue stacks, std::int64_t of_version);

bool has_flag(const std::vector<std::int64_t>& flags, std::size_t row, std::int64_t flag);

// What stands in a row whose flags do not say that it counts is nothing.
void keep_flagged(std::vector<std::int64_t>& column, const std::vector<std::int64_t>& flags,
                  std::int64_t flag);

inline bool is_among(std::int64_t number, std::size_t count) {
  return number >= 0 && static_cast<std::uint64_t>(number) < count;
}

}  // namespace symkit::profile::firefox
